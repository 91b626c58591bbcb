// The theme of a site, and what has been solved; both are kept in this browser. A page of a run keeps to the same theme.
'use strict';

(() => {
  const THEME = 'contraption-theme', PROGRESS = 'contraption-progress';
  const $ = (id) => document.getElementById(id);

  // A browser may forbid a page to keep anything: then it forgets.
  function kept(key) {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  }

  function keep(key, value) {
    try {
      localStorage.setItem(key, value);
    } catch {
      // Nothing is lost but what would have been kept.
    }
  }

  function solved() {
    try {
      const names = JSON.parse(kept(PROGRESS) || '{}').solved;
      return new Set(Array.isArray(names) ? names.map(String) : []);
    } catch {
      return new Set();
    }
  }

  function wear(theme) {
    document.documentElement.dataset.theme = theme;
  }

  const prefers = (what) => matchMedia(what).matches;
  wear(kept(THEME) || (prefers('(prefers-color-scheme: dark)') ? 'dark' : 'light'));

  function chooseTheme() {
    const choice = $('theme');
    choice.value = document.documentElement.dataset.theme;
    if (choice.selectedIndex < 0) {  // kept by another version of the program
      choice.selectedIndex = 0;
      wear(choice.value);
    }
    choice.addEventListener('change', () => {
      wear(choice.value);
      keep(THEME, choice.value);
    });
  }

  function showProgress() {
    const done = solved(), cards = [...document.querySelectorAll('[data-chapter] [data-level]')];
    for (const card of cards) card.querySelector('.state').textContent = done.has(card.dataset.level) ? '\u2714 Solved' : '';
    for (const section of document.querySelectorAll('[data-chapter]')) {
      const all = [...section.querySelectorAll('[data-level]')], count = all.filter((card) => done.has(card.dataset.level)).length;
      document.querySelector(`[data-count="${section.dataset.chapter}"]`).textContent = `${count} of ${all.length}`;
    }
    const count = cards.filter((card) => done.has(card.dataset.level)).length;
    if ($('progress')) $('progress').textContent = `${count} of ${cards.length} levels solved in this browser`;
  }

  function showButton() {
    const button = $('solved');
    if (!button) return;
    const { level } = button.dataset;
    const show = () => {
      const is = solved().has(level);
      button.setAttribute('aria-pressed', String(is));
      button.textContent = is ? '\u2714 Solved' : 'I have solved it';
    };
    button.onclick = () => {
      const names = solved();
      if (!names.delete(level)) names.add(level);
      keep(PROGRESS, JSON.stringify({ solved: [...names].sort() }));
      show();
    };
    show();
  }

  addEventListener('DOMContentLoaded', () => {
    chooseTheme();
    showProgress();
    showButton();
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) showProgress();
  });
})();
