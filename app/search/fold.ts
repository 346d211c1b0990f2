/**
 * Folds a word for search: lower case, without marks, one spelling of umlauts, so that "Fräse", "Fraese" and "Frase"
 * are equal. Query and text are folded alike.
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

/**
 * Returns the beginnings and ends of four letters or more of a word, folded, because German joins words
 * ("Formatkreissäge").
 */
export function partsOf(term: string): string[] {
  const folded = fold(term)
  const parts: string[] = []
  for (let cut = 2; cut <= folded.length - 4; cut++) parts.push(folded.slice(cut), folded.slice(0, -cut))
  return parts
}
