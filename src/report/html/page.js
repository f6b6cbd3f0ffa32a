"use strict";
{
  const box = document.getElementById("filter");
  const result = document.getElementById("filter-result");
  const form = document.getElementById("filter-form");
  const wordsOf = (text) => text.toLowerCase().split(/\s+/).filter(Boolean);
  const has = (text, words) => words.every((word) => text.includes(word));

  // The choice of colours holds for all pages, where the browser keeps anything for files.
  const themes = [...document.querySelectorAll(".theme input")];
  try {
    const chosen = document.getElementById(localStorage.getItem("casewise-theme"));
    if (themes.includes(chosen)) chosen.checked = true;
    for (const theme of themes) theme.addEventListener("change", () => localStorage.setItem("casewise-theme", theme.id));
  } catch {
    // It holds for this page.
  }

  // On the index: classes and methods that have all words.
  const search = (data) => {
    const most = 100;
    const entries = data.classes.flatMap(([name, page, breaks, methods]) => [
      { label: name, answer: null, page: `${page}.html`, text: name.toLowerCase() },
      ...methods.map((method, at) => {
        const [label, words = ""] = method.slice(1).split("\t");
        const answer = data.answers[method[0]] ?? null;
        const number = breaks.filter((first) => first <= at).length;
        return {
          label: `${name}.${label}`, answer,
          page: `${page}${number ? `~${number + 1}` : ""}.html#m${at}`,
          text: `${name}.${label} ${answer ? answer[0] : ""} ${words}`.toLowerCase(),
        };
      }),
    ]);
    const hits = document.createElement("section");
    hits.setAttribute("aria-label", "Found");
    hits.className = "hits";
    hits.hidden = true;
    document.querySelector("main").append(hits);
    return () => {
      const words = wordsOf(box.value);
      const found = words.length ? entries.filter((entry) => has(entry.text, words)) : [];
      document.body.classList.toggle("filtering", words.length > 0);
      hits.hidden = words.length === 0;
      const list = document.createElement("ul");
      for (const entry of found.slice(0, most)) {
        const item = document.createElement("li");
        const link = document.createElement("a");
        link.href = `${data.folder}/${entry.page}`;
        link.textContent = entry.label;
        item.append(link);
        if (entry.answer) {
          const answer = document.createElement("span");
          answer.className = `status ${entry.answer[1]}`;
          answer.textContent = entry.answer[0];
          item.append(" ", answer);
        }
        list.append(item);
      }
      hits.replaceChildren(list);
      const all = `${found.length} of ${entries.length}`;
      const of = data.whole ? "classes and methods" : "classes";
      result.textContent = words.length ? `${all} ${of}${found.length > most ? `, the first ${most} shown` : ""}` : "";
    };
  };

  // On the page of a class: what has all words, and nothing else while there are some.
  const filter = () => {
    const rows = [...document.querySelectorAll("[data-entry]")];
    const parts = [...document.querySelectorAll("[data-entries]")];
    const texts = rows.map((row) => `${row.dataset.entry} ${row.textContent}`.toLowerCase());
    form.hidden = rows.length === 0;
    return () => {
      const words = wordsOf(box.value);
      let found = 0;
      rows.forEach((row, at) => {
        row.hidden = !has(texts[at], words);
        found += row.hidden ? 0 : 1;
      });
      for (const part of parts) {
        part.hidden = words.length > 0 && !part.querySelector("[data-entry]:not([hidden])");
      }
      document.body.classList.toggle("filtering", words.length > 0);
      result.textContent = words.length ? `${found} of ${rows.length} shown` : "";
    };
  };

  if (form) {
    form.hidden = false;
    const data = document.getElementById("search-data");
    const apply = data ? search(JSON.parse(data.textContent)) : filter();
    form.addEventListener("submit", (event) => event.preventDefault());
    box.addEventListener("input", apply);
    apply();
  }
}
