// The fields in which the values of a chosen part or link are set; what they are, and whether they may be set, comes from
// the worker.

export class Fields {
  // `set` takes the number of the part or link, the name of a value, and the value.
  constructor(box, set) {
    Object.assign(this, { box, set, inputs: new Map(), laid: "" });
  }

  show({ id, fields }) {
    const key = JSON.stringify([id, fields.map(({ name, type }) => [name, type])]);
    if (key !== this.laid) {
      this.laid = key;
      this.inputs.clear();
      this.box.replaceChildren(...fields.map((field) => this.row(id, field)));
    }
    for (const field of fields) this.fill(this.inputs.get(field.name), field);
  }

  row(id, field) {
    const row = document.createElement("label"), words = document.createElement("span"), input = this.input(field);
    words.textContent = field.unit ? `${field.title} (${field.unit})` : field.title;
    row.title = field.help;
    row.append(words, input);
    input.id = `field-${field.name}`;
    input.addEventListener("change", () => {
      if (input.type === "number" && !Number.isFinite(input.valueAsNumber)) this.fill(input, this.values.get(field.name));
      else this.set(id, field.name, this.read(input, field));
    });
    this.inputs.set(field.name, input);
    return row;
  }

  input({ type, low, high, step, choices }) {
    if (type === "choice") {
      const list = document.createElement("select");
      list.replaceChildren(...choices.map((text) => Object.assign(document.createElement("option"), { value: text, textContent: text })));
      return list;
    }
    const input = document.createElement("input");
    if (type === "switch") return Object.assign(input, { type: "checkbox" });
    if (type === "text") return Object.assign(input, { type: "text", maxLength: high });
    // A step is what the arrow keys do; any number in the range may be typed.
    Object.assign(input, { type: "number", min: low, max: high, step: "any" });
    input.addEventListener("keydown", (event) => {
      const way = { ArrowUp: 1, ArrowDown: -1 }[event.key];
      if (!way || input.disabled) return;
      event.preventDefault();
      const places = Math.max(0, -Math.floor(Math.log10(step || 1)));
      input.value = Math.max(low, Math.min(high, input.valueAsNumber + way * (step || 1))).toFixed(places);
      input.dispatchEvent(new Event("change"));
    });
    return input;
  }

  read(input, { type }) {
    if (type === "switch") return input.checked;
    if (type === "whole") return Math.round(input.valueAsNumber);
    return type === "number" ? input.valueAsNumber : input.value;
  }

  fill(input, field) {
    (this.values ??= new Map()).set(field.name, field);
    input.disabled = !field.open;
    if (field.type === "switch") input.checked = field.value;
    else if (input.value !== String(field.value)) input.value = String(field.value);
  }
}
