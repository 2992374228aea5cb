import { defineAsk } from "./{{ app }}ask-element.js";

defineAsk(new URL("./{{ runtime }}", import.meta.url), new URL("./{{ index }}", import.meta.url));
