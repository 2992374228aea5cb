"""The steps of a build: functions from frozen records to frozen records."""
