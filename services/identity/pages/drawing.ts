import { html } from 'hono/html'

/** A workshop drawing of a key: one stroke weight, dimension lines, two callouts. */
export const keyDrawing = html`<svg
  class="identity-key"
  viewBox="0 0 420 300"
  fill="none"
  stroke="currentColor"
  stroke-width="1.5"
  stroke-linecap="round"
  stroke-linejoin="round"
>
  <g stroke-dasharray="14 4 3 4" opacity="0.55">
    <path d="M24 140H396" />
    <path d="M100 52V228" />
  </g>
  <circle cx="100" cy="140" r="62" />
  <circle cx="100" cy="140" r="48" />
  <circle cx="72" cy="140" r="11" />
  <path d="M160 126H362L376 140L362 154H344V176H330V162H318V182H300V154H276V170H262V154H160" />
  <path d="M172 136H352" opacity="0.55" />
  <path d="M178 120V160M186 120V160" />
  <g class="identity-measure">
    <path d="M38 146V262M376 146V262M38 254H376" />
    <path d="M46 250L38 254L46 258M368 250L376 254L368 258" />
    <path d="M300 186V220M344 180V220M288 214H300M344 214H356" />
    <path d="M294 210L300 214L294 218M350 210L344 214L350 218" />
    <path d="M144 96L182 54H206M336 124L352 74H376" />
  </g>
  <g fill="currentColor" stroke="none" font-size="13" text-anchor="middle">
    <text x="207" y="248">74</text>
    <text x="322" y="210">9</text>
  </g>
  <g class="identity-callout">
    <circle cx="218" cy="54" r="12" />
    <circle cx="388" cy="74" r="12" />
  </g>
  <g fill="currentColor" stroke="none" font-size="13" text-anchor="middle">
    <text x="218" y="58.5">1</text>
    <text x="388" y="78.5">2</text>
  </g>
</svg>`
