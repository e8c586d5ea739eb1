/** The styles of every page: light or dark as the system prefers, for phones and wide screens. */
export const pageStyles = `
:root {
  color-scheme: light dark;
  --ground: #eef2f5; --surface: #ffffff; --line: #d5dee5; --text: #13222d; --quiet: #4d5f6c;
  --edge: #8497a5; --danger: #a3231c; --accent: #0b5d8a; --accent-strong: #084a6e; --on-accent: #ffffff; --tint: #e7f1f7; --warn: #7a4a00; --warn-tint: #fdf3e0;
  --shadow: 0 1px 2px rgb(16 32 44 / 8%), 0 12px 32px rgb(16 32 44 / 8%);
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0d141a; --surface: #16212a; --line: #2b3a46; --text: #e9f0f5; --quiet: #a3b4c0;
    --edge: #5d7283; --danger: #ff9c92; --accent: #73c4ee; --accent-strong: #9ad6f5; --on-accent: #06222f; --tint: #1d2f3c; --warn: #f2c77c; --warn-tint: #33291a;
    --shadow: 0 1px 2px rgb(0 0 0 / 40%), 0 12px 32px rgb(0 0 0 / 30%);
  }
}
* { box-sizing: border-box }
body {
  margin: 0; min-height: 100vh; display: flex; flex-direction: column; align-items: center;
  padding: clamp(1.25rem, 6vh, 4.5rem) 1rem 2rem; background: var(--ground); color: var(--text);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
}
.brand { display: flex; align-items: center; gap: .55rem; margin: 0 0 1.25rem; font-weight: 650; letter-spacing: .01em }
.brand svg { color: var(--accent) }
.brand .gap { stroke: var(--ground); stroke-width: 9.5; stroke-linecap: butt }
main {
  width: 100%; max-width: 31rem; padding: clamp(1.35rem, 5vw, 2.25rem); background: var(--surface);
  border: 1px solid var(--line); border-radius: 1rem; box-shadow: var(--shadow);
}
h1 { margin: 0 0 .75rem; font-size: 1.45rem; line-height: 1.25; letter-spacing: -.01em; text-wrap: balance; overflow-wrap: anywhere }
h2 { margin: 1.5rem 0 .5rem; font-size: .95rem }
p { margin: 0 0 .9rem; overflow-wrap: anywhere }
p:last-child { margin-bottom: 0 }
.quiet { color: var(--quiet); font-size: .925rem }
.pair { display: flex; align-items: center; gap: .75rem; margin: 0 0 1.25rem; color: var(--quiet) }
.pair svg, .icon, .state { flex: none }
.icon { padding: 6px; border: 1px solid var(--line); border-radius: .7rem; background: #fff }
.state { display: inline-flex; margin: 0 0 1rem; color: var(--accent) }
.state.failed { color: var(--warn) }
dl { margin: 1.25rem 0; border: 1px solid var(--line); border-radius: .75rem; overflow: hidden }
dl > div { display: grid; grid-template-columns: 6.5rem 1fr; gap: .25rem 1rem; padding: .7rem 1rem }
dl > div + div { border-top: 1px solid var(--line) }
dt { color: var(--quiet); font-size: .925rem; overflow-wrap: anywhere }
dd { margin: 0; min-width: 0; overflow-wrap: anywhere }
dd .quiet { display: block }
.input code { display: block; max-height: 24rem; overflow: auto; white-space: pre-wrap; font-size: .875rem }
ul { margin: 0; padding: 0; list-style: none }
li + li { margin-top: .3rem }
li code { color: var(--quiet); font-size: .8rem }
code { font-family: ui-monospace, "SFMono-Regular", Consolas, "Liberation Mono", monospace; overflow-wrap: anywhere }
.key { display: block; margin: 1rem 0; padding: .9rem 1rem; background: var(--tint); border-radius: .75rem; user-select: all }
.code { text-align: center; font-size: 1.6rem; letter-spacing: .1em }
.notice { margin: 1.25rem 0; padding: .8rem 1rem; background: var(--warn-tint); color: var(--warn); border-radius: .75rem; font-size: .95rem }
.problem { background: transparent; border: 1px solid var(--danger); color: var(--danger); font-weight: 600 }
form { display: flex; flex-wrap: wrap; gap: .75rem; margin: 1.5rem 0 0 }
.field, .wide { flex: 1 1 100%; min-width: 0; margin: 0 }
/* The one form that a library writes has its label and its field side by side. */
label.wide + input { margin: -.45rem 0 .35rem }
.caption { display: flex; gap: .6rem; align-items: baseline; justify-content: space-between; margin-bottom: .3rem }
label { font-weight: 600; overflow-wrap: anywhere; min-width: 0 }
.field p { margin: .35rem 0 0 }
.field .issue { color: var(--danger); font-size: .925rem; font-weight: 600 }
input[type="text"], input[type="email"], input[type="password"], select, textarea {
  width: 100%; min-height: 2.75rem; padding: .55rem .8rem; border: 1px solid var(--edge); border-radius: .6rem;
  background: var(--surface); color: inherit; font: inherit;
}
textarea { resize: vertical; font-family: ui-monospace, "SFMono-Regular", Consolas, monospace; font-size: .875rem }
.masked { -webkit-text-security: disc }
:is(input, select, textarea)[aria-invalid="true"] { border-color: var(--danger) }
.check { display: flex; gap: .6rem; align-items: flex-start }
.check input { flex: none; width: 1.15rem; height: 1.15rem; margin: .2rem 0 0; accent-color: var(--accent) }
.check label { font-weight: 400 }
/* As tall as seven choices or so: what follows a long list is not far below. The edge shows that what is cut there can be scrolled to. */
.list { display: grid; gap: .75rem; max-height: 16rem; overflow: auto; padding: .75rem; border: 1px solid var(--line); border-radius: .75rem }
.list .quiet { display: block }
.choices { display: grid; gap: .5rem }
.choices a {
  padding: .65rem .9rem; border: 1px solid var(--line); border-radius: .6rem; color: inherit; text-decoration: none;
  overflow-wrap: anywhere;
}
.choices .quiet { display: block; font-weight: 400 }
.choices a:hover { background: var(--tint) }
.choices a[aria-current] { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent); font-weight: 600 }
.after { margin: 1rem 0 0 }
.button {
  display: inline-block; padding: .6rem 1.25rem; border-radius: .7rem; background: var(--accent); color: var(--on-accent);
  font-weight: 600; text-decoration: none;
}
.block { display: block; margin-top: 1.25rem }
.button:hover { background: var(--accent-strong) }
.button.secondary { border: 1px solid var(--line); background: transparent; color: var(--text); text-align: center }
.button.secondary:hover { background: var(--tint) }
a { color: var(--accent); text-underline-offset: .2em }
a:not(.button):hover { color: var(--accent-strong) }
.fields { gap: 1.1rem; margin-top: 1.25rem }
.fields label { display: block; margin-bottom: .3rem }
.fields button { flex: 1 1 100% }
input[readonly][type] { background: transparent; color: var(--quiet) }
.companies button.secondary { flex: 1 1 100%; display: flex; align-items: center; gap: .9rem; text-align: start; overflow-wrap: anywhere }
.companies small { display: block; font-weight: 400; font-size: .925rem; color: var(--quiet) }
.success { margin: 0 0 1rem; padding: .8rem 1rem; background: var(--tint); border-radius: .75rem; font-size: .95rem }
.actions { display: grid; grid-template-columns: 1fr 1fr; gap: .75rem; margin-top: 1.5rem }
.actions form { margin: 0 }
.actions .button, .actions button, .actions button.secondary { flex: 1 1 100%; min-height: 3.2rem; padding-inline: .75rem }
.actions .button { display: grid; place-content: center }
.or { display: flex; align-items: center; gap: .75rem; margin: 1.25rem 0 0; color: var(--quiet); font-size: .925rem }
.or::before, .or::after { content: ""; flex: 1; border-top: 1px solid var(--line) }
button {
  flex: 1 1 9rem; min-height: 2.9rem; padding: .6rem 1.25rem; border: 1px solid transparent; border-radius: .7rem;
  font: inherit; font-weight: 600; text-wrap: balance; cursor: pointer; background: var(--accent); color: var(--on-accent);
}
button:hover { background: var(--accent-strong) }
button.secondary { flex: 0 1 8rem; background: transparent; color: var(--text); border-color: var(--line) }
button.secondary:hover { background: var(--tint) }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
footer { margin-top: 1.25rem; color: var(--quiet); font-size: .85rem; text-align: center }
@media (max-width: 26rem) {
  dl > div, .actions { grid-template-columns: 1fr }
  button, button.secondary { flex: 1 1 100% }
}
@media (forced-colors: active) {
  main, dl, button, .choices a { border-color: CanvasText }
  .notice, .success, .key { border: 1px solid CanvasText }
}
`;
