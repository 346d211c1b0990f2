/**
 * A word as it is looked up: small letters, without marks, and with the ways to write an umlaut made one, so that
 * "Fräse", "Fraese" and "Frase" are the same. Harmless elsewhere, because query and text are folded alike.
 */
export function fold(term: string): string {
  return term
    .toLowerCase()
    .replace(/\u00ad/g, '')
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/ß/g, 'ss')
    .replace(/([aou])e/g, '$1')
}

/** A folded word with its ends and beginnings from four letters on: German joins words ("Formatkreissäge"). */
export function foldWithParts(term: string): string[] {
  const folded = fold(term)
  const parts = [folded]
  for (let cut = 2; cut <= folded.length - 4; cut++) parts.push(folded.slice(cut), folded.slice(0, -cut))
  return parts
}
