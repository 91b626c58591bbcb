// The stock of a level that is played: a picture, a name and a number for each item.
import { LiveLayout } from "./live_scene.mjs";

const PICTURE = 52;                              // px of a stock item's picture

Object.assign(Game.prototype, {
  // Draws each stock item once, with the level's own canvas, before the level itself is drawn.
  pictures(described, view) {
    const { canvas } = this, size = PICTURE * Math.min(2, devicePixelRatio), before = { ...this.camera };
    Object.assign(canvas, { width: size, height: size });
    this.stage.selected = [];
    this.stage.hovered = 0;
    for (const name of LAYERS) this.painter.marks[name].count = 0;
    for (const [name, item] of Object.entries(described)) {
      const [x0, y0, x1, y1] = item.box, layout = new LiveLayout(item, view, `stock ${name}`, 1);
      layout.move(view(item.motions), new Float64Array(0), new Float32Array(0));
      const zoom = (0.84 * size) / Math.max(x1 - x0, y1 - y0, 0.05);
      Object.assign(this.camera, { x: (x0 + x1) / 2, y: (y0 + y1) / 2, zoom, width: size, height: size, scale: 1 });
      this.stage.put(layout);
      const values = this.frame.fill(layout, 0, 0, this.camera, this.theme, true);
      this.painter.draw(values, { scene: this.frame.looks[0].scene, coarse: values[63] }, `stock ${name}`);
      const picture = Object.assign(document.createElement("canvas"), { width: size, height: size });
      picture.getContext("2d").drawImage(canvas, 0, 0);
      (this.itemPictures ??= {})[name] = picture;
    }
    Object.assign(this.camera, before);
    this.resize();
  },

  tellStock() {
    const { stock } = this.state, focused = document.activeElement?.dataset?.name;
    $("items").replaceChildren(...stock.map((item) => this.item(item)));
    if (focused) $("items").querySelector(`[data-name="${CSS.escape(focused)}"]`)?.focus();
    this.tellArmed();
  },

  item({ name, title, left, help, link }) {
    const row = document.createElement("li"), button = document.createElement("button");
    const picture = this.itemPictures?.[name], count = left === null ? "" : String(left);
    Object.assign(button.dataset, { name, left: count });
    button.title = help;
    button.setAttribute("aria-label", `${title}, ${count || "any number"} left. ${help}`);
    const shown = document.createElement("canvas");
    Object.assign(shown, { width: PICTURE * 2, height: PICTURE * 2 });
    if (picture) shown.getContext("2d").drawImage(picture, 0, 0, PICTURE * 2, PICTURE * 2);
    else if (link) this.drawLink(shown);
    const words = Object.assign(document.createElement("span"), { textContent: title });
    const number = Object.assign(document.createElement("span"), { className: "left", textContent: count });
    button.append(shown, words, number);
    button.addEventListener("pointerdown", (event) => this.takeUp(event, name));
    button.addEventListener("click", (event) => {
      if (event.detail === 0) this.arm(name, { by_key: true });
    });
    button.addEventListener("focus", () => this.help(title, help));
    row.append(button);
    return row;
  },

  drawLink(canvas) {
    const pen = canvas.getContext("2d"), size = canvas.width;
    pen.strokeStyle = this.head.themes[this.theme].inks["--text"];
    pen.lineWidth = size / 22;
    pen.beginPath();
    pen.moveTo(size * 0.15, size * 0.25);
    pen.bezierCurveTo(size * 0.3, size * 0.95, size * 0.7, size * 0.95, size * 0.85, size * 0.25);
    pen.stroke();
    for (const x of [0.15, 0.85]) {
      pen.beginPath();
      pen.arc(size * x, size * 0.25, size / 14, 0, 7);
      pen.stroke();
    }
  },

  tellArmed() {
    for (const button of $("items").querySelectorAll("button")) {
      button.setAttribute("aria-pressed", String(button.dataset.name === this.state.armed));
    }
  },
});
