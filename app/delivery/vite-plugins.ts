import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { minify, normalizePath, type Plugin } from 'vite'

const root = normalizePath(join(import.meta.dirname, '../..'))

const ownPlaces = ['app/me/place-card.tsx', 'app/me/place-leaving.tsx', 'app/me/use-places.ts']
/** The pages of guests show places, too, and load no code of members. */
const placeViews = [
  'app/i18n/course-age.ts',
  'app/me/place-head.tsx',
  'app/me/place-ticket.tsx',
  'app/me/sign-up-summary.tsx',
  'rules/vat.ts',
  'rules/guests.ts',
]

/** What a member does with a booking: nothing that a booking screen needs at first. */
const ownBookings = [
  'app/booking/own-booking.ts',
  'app/booking/cancelling.tsx',
  'app/booking/calendar-button.tsx',
  'app/live/save-file.ts',
  'app/ui/confirm-dialog.tsx',
  'app/ui/table.tsx',
]

/** What calls in a member's name need, and the screens that only a member sees. */
const memberCalls = [
  'app/session/authorise.ts',
  'app/session/nonce-retry.ts',
  'app/session/require-member.tsx',
]

/** Loaded beside the sign-in library, which only a page with a session needs. */
const tokens = ['app/session/token.ts']

/** A trainer's list and the member's card, which draw QR codes. The few screens that load them need no other shared part of `me`. */
const attendance = [
  'app/me/attendance.ts',
  'app/me/attendance-people.tsx',
  'app/me/attendance-screen.tsx',
  'app/me/check-in-code.tsx',
  'app/me/member-card.tsx',
  'app/me/use-attendance.ts',
]

/** The ways to sign in or register: three screens that visitors reach. */
const waysIn = ['app/session/ways-in.tsx']

/** A contract and how it is paid: the screens of packages and of the team that has one. */
const contractParts = [
  'app/me/cancel-contract.tsx',
  'app/me/deletion-lists.tsx',
  'app/me/method-part.tsx',
  'app/me/no-team.tsx',
  'app/me/shared-credits.tsx',
  'app/me/subscription-section.tsx',
  'app/me/team-suspended.tsx',
  'app/me/use-subscriptions.ts',
  'app/me/use-team.ts',
]

/** Words of the booking screens alone. */
const bookingWords = ['app/i18n/booking-time.ts', 'app/i18n/day-range.ts']

/** What judges the contact of a buyer: no screen with live data needs it. */
const contactRules = ['rules/contact.ts', 'rules/vat-id.ts']

/**
 * Files that pages share, each with the folders and files whose modules it holds: those that two routes or more import, with all
 * that they import. Without these groups `/booking` asks for 30 files instead of 7, and 7 KB more of them
 * (docs/decisions/025-first-view-of-a-screen.md). A group takes what no group before it has; a file
 * that a group names belongs to it, not to its folder's group.
 */
export const sharedFolders = {
  /** Every page. */
  frame: ['app/frame', 'app/errors', 'app/session', 'app/i18n', 'app/delivery/chunk-reload.ts'],
  /** Screens with live data. Of the forms only what draws them: what checks them brings zod. */
  live: [
    'app/live',
    'app/booking',
    'app/forms/field.tsx',
    'app/forms/error-summary.tsx',
    'app/forms/submit-button.tsx',
    'app/ui',
    'rules',
    ...memberCalls,
    ...bookingWords,
  ],
  /** The member area, and what it shares with the ticket, which a booking screen loads late. */
  me: ['app/me', ...ownBookings],
  placeViews,
  /** Places in courses: the member area and the page on which people sign up. */
  places: ownPlaces,
  attendance,
  waysIn,
  contractParts,
  /** The steps of a sign-up: one file, because every page carries the list of files (`hydration.e2e.ts`). */
  signUp: [
    'app/sign-up/begin-anew.tsx',
    'app/sign-up/choice.tsx',
    'app/sign-up/form-parts.tsx',
    'app/sign-up/order-summary.tsx',
    'app/sign-up/sign-up-page.tsx',
    'app/sign-up/steps.tsx',
    'app/sign-up/use-assertion.ts',
  ],
  /** Clients that parse what they receive: zod is here. */
  contracts: ['contracts'],
  contact: contactRules,
}

/** The chunk groups of the browser's build. */
export function chunkGroups() {
  const isIn = (folders: string[], id: string) =>
    folders.some(
      (folder) => id === `${root}/${folder}` || (/\.tsx?$/.test(id) && id.startsWith(`${root}/${folder}/`)),
    )
  const named = [
    ...ownBookings,
    ...ownPlaces,
    ...placeViews,
    ...attendance,
    ...waysIn,
    ...contractParts,
    ...memberCalls,
    ...bookingWords,
    ...tokens,
    ...contactRules,
  ]
  const elsewhere = (folders: string[]) => named.filter((file) => !folders.includes(file))
  return Object.entries(sharedFolders).map(([name, folders]) => ({
    name,
    minShareCount: 2,
    test: (id: string) => isIn(folders, id) && !elsewhere(folders).some((file) => id === `${root}/${file}`),
  }))
}

/**
 * Names the browser's files with seven characters of their hash instead of eight: every page carries the list of all of them,
 * and a hash cannot be compressed. Rolldown takes no fewer.
 */
export function shortNames(): Plugin {
  const named = (ending: string) => `assets/[name]-[hash:7]${ending}`
  // The server names the same fonts and pictures: under another name the browser would load them twice.
  const assetFileNames = named('[extname]')
  const code = { entryFileNames: named('.js'), chunkFileNames: named('.js') }
  return {
    name: 'short-names',
    apply: 'build',
    configEnvironment: (environment) => ({
      build: {
        rolldownOptions: {
          output: environment === 'client' ? { ...code, assetFileNames } : { assetFileNames },
        },
      },
    }),
  }
}

/** A file of code that the build writes for the browser, in `build/chunks.json`. */
export interface Chunk {
  /** Without its folder: `frame-C0ffee.js`. */
  file: string
  /** Name of the chunk group or of the module that it starts with. */
  name: string
  /** Paths of its modules from the root; `node_modules/react/…` for a package. */
  modules: string[]
  /** Files that the browser loads with this one. */
  imports: string[]
}

/** Writes the list of chunks; `e2e/imports.e2e.ts` reads it. */
export function chunkList(): Plugin {
  const fileOf = (path: string) => path.split('/').at(-1) ?? ''
  return {
    name: 'chunk-list',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    writeBundle({ dir = '' }, bundle) {
      const chunks = Object.values(bundle).flatMap((output): Chunk[] => {
        if (output.type !== 'chunk') return []
        const modules = output.moduleIds.filter((id) => id.startsWith(root) && !id.includes('?'))
        return [
          {
            file: fileOf(output.fileName),
            name: output.name,
            modules: modules.map((id) => id.slice(root.length + 1)),
            imports: output.imports.map(fileOf),
          },
        ]
      })
      writeFileSync(join(dir, '../chunks.json'), JSON.stringify(chunks, null, 2))
    },
  }
}

/** Modules of the server whose exported texts are the inline scripts of every page. */
const inlineScripts = ['app/delivery/frame-script.ts', 'app/delivery/page-script.ts']

/** Makes the inline scripts at build time, without what only a reader of the sources needs. */
export function smallInlineScripts(): Plugin {
  return {
    name: 'small-inline-scripts',
    apply: 'build',
    async transform(_, id) {
      if (!inlineScripts.some((path) => id === `${root}/${path}`)) return null
      const texts = (await import(pathToFileURL(id).href)) as Record<string, string>
      const exported = Object.entries(texts).map(async ([name, text]) => {
        const { code, errors } = await minify(`${name}.js`, text)
        if (errors.length > 0) this.error(`${id}: ${errors[0]?.message}`)
        return `export const ${name} = ${JSON.stringify(code)}`
      })
      return { code: (await Promise.all(exported)).join('\n'), moduleType: 'js', map: null }
    },
  }
}

/** Removes the summaries of API calls from the browser's code: only the documentation on the server shows them. */
export function noSummaries(): Plugin {
  return {
    name: 'no-summaries',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    transform(code, id) {
      if (!id.startsWith(`${root}/contracts/http/`)) return null
      return code.replaceAll(/^( +summary:)\s+(?:'.*'|".*"),$/gm, "$1 '',")
    },
  }
}

/** Writes each text file that a browser asks for in its compressed forms as well; the gateway sends those. */
export function compressedFiles(): Plugin {
  return {
    name: 'compressed-files',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    writeBundle({ dir = '' }, bundle) {
      for (const name of Object.keys(bundle).filter((file) => /\.(js|css|svg|json)$/.test(file))) {
        const bytes = readFileSync(join(dir, name))
        writeFileSync(join(dir, `${name}.br`), brotliCompressSync(bytes))
        writeFileSync(join(dir, `${name}.gz`), gzipSync(bytes, { level: 9 }))
      }
    },
  }
}

/**
 * Puts our throttled reload (`chunk-reload.ts`) in place of React Router's own. React Router reloads the page whenever
 * the file of a route cannot be loaded, without end. When the throttle refuses, the route renders the error: an error
 * thrown at this point would be swallowed, because single fetch awaits the reload. The build fails for a version of
 * React Router that does not have this statement.
 */
export function throttledChunkReload(): Plugin {
  return {
    name: 'throttled-chunk-reload',
    apply: 'build',
    transform(code, id) {
      if (!/react-router\/dist\/\w+\/lib\/dom\/ssr\/routeModules\.js$/.test(id)) return null
      const reload = 'window.location.reload();'
      if (!code.includes(reload)) this.error(`${id} no longer reloads: see app/delivery/chunk-reload.ts`)
      // A route whose loader runs in the browser would wait for it without end.
      const failed = '{ const fail = () => { throw error }; return { default: fail, clientLoader: fail } }'
      return code.replace(reload, `if (window.reloadForChunk?.() === false) ${failed};`)
    },
  }
}
