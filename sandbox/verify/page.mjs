"use strict";
// One frame at a time holds the player: a browser gives a page only so many contexts for drawing.
const { document: whole, world, place } = JSON.parse(document.getElementById("player").textContent);
let shown = null;

function show(button, byHand) {
  if (shown) {
    shown.textContent = "Show both runs";
    shown.setAttribute("aria-expanded", "false");
    shown.closest("section").querySelector("iframe").remove();
  }
  shown = shown === button ? null : button;
  if (!shown) return;
  const frame = document.createElement("iframe");
  frame.title = `Both runs: ${button.closest("section").querySelector("h2").textContent}`;
  const player = button.dataset.player === "world" ? world : whole;
  frame.srcdoc = player.split(place).join(document.getElementById(`film-${button.dataset.film}`).textContent);
  if (byHand) frame.addEventListener("load", () => frame.contentWindow.focus());
  button.closest("section").querySelector("div").append(frame);
  button.textContent = "Hide both runs";
  button.setAttribute("aria-expanded", "true");
}

function open() {
  const asked = /^#difference-\d+$/.test(location.hash) ? location.hash : "section";
  const button = document.querySelector(`${asked} [data-film]`);
  if (button && button !== shown) show(button, false);
}

for (const button of document.querySelectorAll("[data-film]")) button.addEventListener("click", () => show(button, true));
addEventListener("hashchange", open);
open();
