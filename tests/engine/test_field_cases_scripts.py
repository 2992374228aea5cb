"""What users of other documentation searches ran into with Chinese, Japanese and Korean."""

from __future__ import annotations

import pytest
from indexing import Indexing

from chapterverse.language import detect_language
from chapterverse_engine.language import language_of
from chapterverse_engine.model import Abstention, Answer
from chapterverse_engine.query import understand
from chapterverse_engine.terms import analyze, analyze_question


@pytest.mark.parametrize("query", ["段简", "是一段", "测试文本", "文"])
def test_any_part_of_a_chinese_run_is_found(indexed: Indexing, query: str) -> None:
    assert "a.md" in indexed({"a.md": "# 一\n\n这是一段简单的测试文本。\n"}).found(query)


def test_a_word_in_the_middle_of_a_run_is_found_on_its_line(indexed: Indexing) -> None:
    index = indexed({"a.md": "# 说明\n\n第一段没有。\n\n我们使用数据库保存订单。\n"})
    outcome = index.ask("我们用什么保存订单？")
    assert isinstance(outcome, Answer)
    assert outcome.quotes[0].start_line == 5


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("他呵呵一笑。", "呵呵"),
        ("逆引きレコードを設定します。", "逆引きレコード"),
        ("데이터베이스를 설정합니다.", "데이터베이스"),
        ("数据库每天备份。", "數據庫"),
        ("數據庫每天備份。", "数据库"),
        ("型号 ＡＢＣ１２３ 已停产。", "ABC123"),
        ("型号 ABC123 已停产。", "ＡＢＣ１２３"),
        ("一款ﾃﾞｰﾀ工具。", "データ"),
    ],
)
def test_scripts_and_their_variants_are_found(indexed: Indexing, text: str, query: str) -> None:
    assert indexed({"a.md": f"# 页\n\n{text}\n"}).found(query) == ["a.md"]


def test_segmentation_follows_the_script_not_the_page(indexed: Indexing) -> None:
    index = indexed({"a.md": "---\nlang: en\n---\n# Terms\n\nA 数据库 stores rows.\n"})
    assert index.found("数据库") == ["a.md"]


def test_one_absent_run_does_not_empty_the_result(indexed: Indexing) -> None:
    index = indexed({"a.md": "# 券\n\n学生优惠券每月发放一次。\n"})
    assert index.found("云工开物 优惠券") == ["a.md"]


def test_adjacent_characters_rank_above_scattered_ones(indexed: Indexing) -> None:
    index = indexed(
        {
            "a.md": "# 目录\n\n資金の移動、決算、済み印、法律相談、資料、金庫、決定、方法。\n",
            "b.md": "# 法令\n\n資金決済法は前払式支払手段を定める。\n",
        }
    )
    assert index.found("資金決済法")[0] == "b.md"


def test_terms_keep_the_offsets_of_the_original_text() -> None:
    text = "大卫到了扫罗那里，型号ＡＢＣ１２３ cafe\u0301 x"
    for token in analyze(text):
        assert 0 <= token.start < token.end <= len(text)
    place = text.index("ＡＢＣ１２３")
    assert ("abc123", place, place + 6) in [tuple(token[:3]) for token in analyze(text)]
    assert text[next(t for t in analyze("大卫到了") if t.term == "大卫").start] == "大"


def test_a_full_width_match_is_cited_at_its_own_line(indexed: Indexing) -> None:
    index = indexed({"a.md": "# 型号\n\n第一台在仓库。\n\n型号ＡＢＣ１２３的泵在地下室。\n"})
    outcome = index.ask("ABC123 的泵在哪里？")
    assert isinstance(outcome, Answer)
    assert outcome.quotes[0].text == "型号ＡＢＣ１２３的泵在地下室。"
    assert outcome.quotes[0].start_line == 5


def test_a_quoted_chinese_phrase_is_contiguous(indexed: Indexing) -> None:
    index = indexed(
        {"a.md": "# 法\n\n发现违法行为应当举报。\n", "b.md": "# 法\n\n违法的行为很多。\n"}
    )
    assert index.quoted("“违法行为”") == "发现违法行为应当举报。"
    assert isinstance(index.ask("“行为违法”"), Abstention)


def test_question_words_do_not_drown_what_is_asked_about(indexed: Indexing) -> None:
    index = indexed(
        {
            "a.md": "# 问答\n\n这是多少？那是多少？多少是多少？是多少的问题很多。\n",
            "b.md": "# 训练\n\n学习率设为 0.001。\n",
        }
    )
    assert index.quoted("学习率是多少？") == "学习率设为 0.001。"


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("告警AX-3恢复", {"告警", "ax-3", "恢复"}),
        ("使用pip安装", {"使用", "pip", "安装"}),
        ("在Windows 11上运行", {"window", "11", "运行"}),
        ("设置max_chars为1200", {"设置", "max_chars", "1200"}),
    ],
)
def test_mixed_lines_are_split_by_script(text: str, terms: set[str]) -> None:
    assert terms <= {token.term for token in analyze(text)}


@pytest.mark.parametrize(
    ("question", "terms"),
    [
        ("过滤器有哪些？", {"过滤", "滤器"}),
        ("什么是对象存储？", {"对象", "象存", "存储"}),
        ("为什么需要主从复制？", {"主从", "从复", "复制"}),
        ("如何重启服务？", {"重启", "启服", "服务"}),
    ],
)
def test_a_question_keeps_what_it_asks_about(question: str, terms: set[str]) -> None:
    assert {token.term for token in analyze_question(question)} == terms


def test_a_term_stands_for_its_whole_span() -> None:
    for text, term in (
        ("见~/.ssh/config。", "ssh/config"),
        ("在 ~/.ssh/config 里", "~/.ssh/config"),
    ):
        assert term in {token.term for token in analyze(text)}
    spans = {t.term: "小于 10 MB 时"[t.start : t.end] for t in analyze("小于 10 MB 时")}
    assert spans == {"小于": "小于", "10": "10", "10mb": "10 MB", "mb": "MB", "时": "时"}


def test_a_rule_of_signs_is_no_term() -> None:
    text = "标题\n===\n\n| 甲 | 乙 |\n|----|----|\n| == | x == y |"
    assert [token.term for token in analyze(text)].count("==") == 2
    assert "===" not in {token.term for token in analyze(text)}


@pytest.mark.parametrize(
    ("question", "lang"),
    [
        ("触发 Information schema is out of date 错误的原因？", "zh"),
        ("Connection reset by peer 怎么办？", "zh"),
        ("What does 数据库 mean?", "en"),
        ("What is the difference between 事务 and 锁?", "en"),
        ("How is 5 MB written?", "en"),
        ("データベースとは何ですか", "ja"),
    ],
)
def test_a_question_is_asked_in_the_language_that_joins_its_words(question: str, lang: str) -> None:
    assert understand(question).lang == lang


def test_documents_and_questions_are_cut_by_the_same_tokenizer() -> None:
    for text in ("逆引きレコード", "Vec<T> std::optional", "告警AX-3恢复", "naïve cafe\u0301"):
        assert {t.term for t in analyze_question(text)} <= {t.term for t in analyze(text)}


def test_a_term_at_the_end_of_a_long_page_is_found(indexed: Indexing) -> None:
    index = indexed({"a.md": "# 长\n\n" + "这里没有内容。" * 300 + "\n\n备用钥匙放在值班室。\n"})
    assert index.quoted("备用钥匙放在哪里？") == "备用钥匙放在值班室。"


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("How long does a reset take?", "en"),
        ("重启 AX-3 需要多长时间", "zh"),
        ("再起動にはどのくらいかかりますか", "ja"),
        ("서버를 다시 시작하려면", "ko"),
        ("Сколько длится перезапуск", "ru"),
        ("Πόσο διαρκεί η επανεκκίνηση", "el"),
        ("كم تستغرق إعادة التشغيل", "ar"),
        ("1234 !=", "en"),
    ],
)
def test_a_question_and_a_document_of_the_same_words_are_in_the_same_language(
    text: str, lang: str
) -> None:
    assert language_of(text) == detect_language([text]) == lang
