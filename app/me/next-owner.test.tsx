import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Team } from '../../contracts/team.ts'
import '../i18n/message-files.server.ts'
import { NextOwner } from './next-owner.tsx'
import type { TeamSaving } from './use-team.ts'

const shown = (nextOwner: Team['nextOwner']) => {
  const team = { name: 'Drehwerk GmbH', nextOwner } as Team
  return renderToStaticMarkup(<NextOwner team={team} saving={{ isPending: false } as TeamSaving} />)
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
const until = '2026-12-07'

test('asks the person who shall own the team, and says to the owner who is asked', () => {
  expect(shown({ name: 'Ida Neu', isSelf: true, until })).toMatch(
    /^Übernimmst du das Team\? .*Drehwerk GmbH.*7\. Dezember.* Team übernehmen Ablehnen$/,
  )
  expect(shown({ name: 'Ida Neu', isSelf: false, until })).toMatch(
    /^Team übergeben Ida Neu kann das Team bis .*7\. Dezember.* Anfrage zurücknehmen$/,
  )
  expect(shown(null)).toBe('')
})
