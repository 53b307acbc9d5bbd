import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepFocus, mendFocus } from '@/app/kept-focus';
import { pressKey } from '@/app/shortcuts';

let stop: () => void;

beforeEach(() => {
  stop = keepFocus();
});

afterEach(() => {
  stop();
  document.body.replaceChildren();
});

function show(html: string): void {
  document.body.innerHTML = html;
}

function focus(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`nothing is ${selector}`);
  found.focus();
  return found;
}

/** Until the page has told of its changes and drawn the next picture. */
const settle = () => vi.waitFor(() => expect(document.activeElement).not.toBe(document.body));

describe('the focus of a control that goes', () => {
  it('goes to the first field of the form that took its place', async () => {
    show(
      '<section><input name="search"><div><button id="add">Add a person</button></div></section>',
    );
    focus('#add').remove();
    const form = document.createElement('form');
    form.innerHTML = '<button>Cancel</button><input name="person">';
    document.querySelector('section')?.append(form);
    await settle();
    expect(document.activeElement?.getAttribute('name')).toBe('person');
  });

  it('goes to the next control where nothing took its place, else to the one before', async () => {
    show(
      '<section><ul><li><button id="one">1</button></li><li><button id="two">2</button></li><li><button id="three">3</button></li></ul></section>',
    );
    focus('#two').parentElement?.remove();
    await settle();
    expect(document.activeElement?.id).toBe('three');
    document.activeElement?.parentElement?.remove();
    await settle();
    expect(document.activeElement?.id).toBe('one');
  });

  it('goes to the part of the page where no control is left', async () => {
    show(
      '<main><section id="part"><p>Nothing</p><button id="only">Remove</button></section></main>',
    );
    focus('#only').remove();
    await settle();
    expect(document.activeElement?.id).toBe('part');
  });

  it('returns to the menu of a dialog that was answered', async () => {
    show('<main><input name="search"><section><button id="menu">More</button></section></main>');
    focus('[name=search]');
    focus('#menu');
    const dialog = document.createElement('div');
    dialog.setAttribute('role', 'dialog');
    dialog.innerHTML = '<button id="confirm">Deactivate</button>';
    document.body.append(dialog);
    focus('#confirm');
    dialog.remove();
    await settle();
    expect(document.activeElement?.id).toBe('menu');
  });

  it('returns to the screen from a banner or strip that goes, or has nothing left to press', async () => {
    show(
      '<aside><p>Deleted</p><button id="undo">Undo</button></aside><main><a href="#">A</a></main>',
    );
    focus('a');
    focus('#undo').remove();
    await settle();
    expect(document.activeElement?.tagName).toBe('A');
  });

  it('goes to the screen where another one took the place of all that had it', async () => {
    show(
      '<nav><a id="rail" href="#">Map</a></nav><main><button id="replay">Replay</button></main>',
    );
    focus('#rail');
    focus('#replay');
    document.querySelector('main')?.replaceChildren(document.createElement('input'));
    await settle();
    expect(document.activeElement?.tagName).toBe('MAIN');
  });

  it('goes to the heading of the record that a saved form has made', async () => {
    show(
      '<main><section id="list"><button>New order</button></section><section id="form"><button id="save">Save</button></section></main>',
    );
    focus('#list button');
    focus('#save');
    const record = document.createElement('section');
    record.innerHTML = '<h2 tabindex="-1">OS-2001</h2><input name="title">';
    document.querySelector('#form')?.replaceWith(record);
    await settle();
    expect(document.activeElement?.textContent).toBe('OS-2001');
  });

  it('goes to the next control where it was switched off', async () => {
    show('<section><button id="save">Save</button><button id="other">Other</button></section>');
    (focus('#save') as HTMLButtonElement).disabled = true;
    await settle();
    mendFocus();
    expect(document.activeElement?.id).toBe('other');
  });

  it('goes to what came instead, where the part around it is hidden', async () => {
    show('<section><div id="old"><button id="edit">Edit</button></div></section>');
    const part = focus('#edit').parentElement as HTMLElement;
    part.hidden = true;
    part.querySelector('button')?.setAttribute('aria-hidden', 'true');
    const field = document.createElement('input');
    part.after(field);
    await vi.waitFor(() => expect(document.activeElement).toBe(field));
  });

  it('costs nothing while other elements move', async () => {
    show('<section><button id="one">1</button></section><div class="marker"></div>');
    const one = focus('#one');
    const look = vi.spyOn(one, 'checkVisibility');
    const marker = document.querySelector<HTMLElement>('.marker');
    for (let step = 0; step < 3; step += 1) {
      if (marker) marker.style.transform = `translate(${step}px)`;
      marker?.append(document.createElement('i'));
      await new Promise(requestAnimationFrame);
    }
    expect(look).not.toHaveBeenCalled();
    one.style.color = 'red';
    await new Promise(requestAnimationFrame);
    expect(look).toHaveBeenCalled();
  });

  it('leaves the letter that follows at once to what took its place: no key of the screen fires', () => {
    show('<section><button id="add">Add</button><input name="person"></section>');
    focus('#add').remove();
    expect(pressKey(new KeyboardEvent('keydown', { key: 'n' }))).toBe(false);
    expect(document.activeElement?.getAttribute('name')).toBe('person');
  });
});
