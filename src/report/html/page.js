"use strict";
{
  // Shows the inputs that have all words of the filter, and nothing else while there is one.
  const box = document.getElementById("filter");
  const result = document.getElementById("filter-result");
  const rows = [...document.querySelectorAll("tr[data-entry]")];
  const parts = [...document.querySelectorAll("[data-entries]")];
  const texts = rows.map((row) => `${row.dataset.entry} ${row.textContent}`.toLowerCase());
  const apply = () => {
    const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
    const filters = words.length > 0;
    let found = 0;
    rows.forEach((row, at) => {
      row.hidden = !words.every((word) => texts[at].includes(word));
      found += row.hidden ? 0 : 1;
    });
    for (const part of parts) {
      part.hidden = filters && !part.querySelector("tr[data-entry]:not([hidden])");
    }
    document.body.classList.toggle("filtering", filters);
    result.textContent = filters ? `${found} of ${rows.length} inputs` : "";
  };
  const form = document.getElementById("filter-form");
  form.hidden = rows.length === 0;
  form.addEventListener("submit", (event) => event.preventDefault());
  box.addEventListener("input", apply);
  apply();
}
