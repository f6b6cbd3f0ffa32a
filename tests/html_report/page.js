// What tests ask of a page, as functions that return lists of what is wrong.
(() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const name = (element) => `${element.tagName} ${element.className} ${element.textContent.trim().slice(0, 40)}`;
  const isVisible = (element) => element.checkVisibility() && element.getBoundingClientRect().height > 0;

  const luminance = (colour) => {
    const [red, green, blue] = colour.match(/[\d.]+/g).slice(0, 3).map((part) => {
      const share = Number(part) / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const background = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const colour = getComputedStyle(at).backgroundColor;
      if (!/^rgba\(.*, 0\)$/.test(colour)) return colour;
    }
    return "rgb(255, 255, 255)";
  };
  const contrast = (element) => {
    const [front, back] = [getComputedStyle(element).color, background(element)].map(luminance);
    return (Math.max(front, back) + 0.05) / (Math.min(front, back) + 0.05);
  };
  const hasText = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());

  window.page = {
    sideways: () => {
      const width = document.documentElement.clientWidth;
      if (document.documentElement.scrollWidth <= width) return [];
      const isWide = (element) => element.getBoundingClientRect().right > width + 1 && !element.closest(".box");
      return [`${document.documentElement.scrollWidth} > ${width}`, ...all("body *").filter(isWide).map(name)];
    },
    // What is wider than its own box, where that neither scrolls nor is cut on purpose.
    overflowing: () => all("body *").filter((element) => isVisible(element) && element.clientWidth > 0)
      .filter((element) => !element.closest("svg, .spoken, .skip") && getComputedStyle(element).overflowX === "visible")
      .filter((element) => element.scrollWidth > element.clientWidth + 1 && !element.querySelector(".box, .spoken") && !element.closest(".box"))
      .map((element) => `${element.scrollWidth} > ${element.clientWidth} ${name(element)}`),
    pale: () => all("body *").filter((element) => hasText(element) && isVisible(element) && element.tagName !== "SCRIPT")
      .filter((element) => contrast(element) < 4.5).map((element) => `${contrast(element)} ${name(element)}`),
    unseen: () => all("h1, h2, h3, section, table, .toolbar *").filter((element) => !element.closest("details, [hidden]"))
      .filter((element) => !["OUTPUT", "LEGEND"].includes(element.tagName) && !isVisible(element)).map(name),
    headings: () => {
      const levels = all("h1, h2, h3, h4, h5, h6").map((heading) => Number(heading.tagName[1]));
      const skips = levels.filter((level, at) => level > (levels[at - 1] ?? 0) + 1);
      return levels.filter((level) => level === 1).length === 1 ? skips : levels;
    },
    links: () => all("a").map((link) => link.getAttribute("href"))
      .filter((target) => target.startsWith("#") ? !document.getElementById(target.slice(1)) : !target.split("#")[0].endsWith(".html")),
    twice: () => all("[id]").map((element) => element.id).filter((id, at, ids) => ids.indexOf(id) !== at),
    foreign: () => all("img, iframe, object, embed, link, base, script:not([type]) ~ script, [onerror], [onclick], [src]").map(name),
    unnamed: () => all("[role=region], nav, input, section")
      .filter((element) => !(element.getAttribute("aria-label") || element.getAttribute("aria-labelledby") || element.labels?.length)).map(name),
    rows: () => all("tr[data-entry]").filter(isVisible).map((row) => row.cells[0].textContent),
    hits: () => all(".hits a").map((link) => link.getAttribute("href")),
    open: () => all("details").forEach((details) => { details.open = true; }),
    type: (text) => {
      const box = document.getElementById("filter");
      box.value = text;
      box.dispatchEvent(new Event("input"));
      return document.getElementById("filter-result").textContent;
    },
  };
})()
