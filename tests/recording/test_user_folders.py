"""The folders of the user: the usual ones, or those that the environment names."""

from collections.abc import Callable
from pathlib import Path

import pytest

from sandbox.recording import user_folders


@pytest.mark.parametrize(
    ("variable", "folder"), [("SANDBOX_DATA", user_folders.data_dir), ("SANDBOX_CONFIG", user_folders.config_dir)]
)
def test_a_folder_is_the_users_unless_the_environment_names_another(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, variable: str, folder: Callable[[], Path]
) -> None:
    monkeypatch.setenv(variable, str(tmp_path))
    assert folder() == tmp_path
    monkeypatch.delenv(variable)
    assert folder().name == "contraption-sandbox"


def test_the_folder_for_what_can_be_made_again_is_the_users(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert user_folders.cache_dir().name == "contraption-sandbox"
