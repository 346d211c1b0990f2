import type { DataFile } from '../../contracts/personal-data.ts'

/** Lets the browser save a file that a script has fetched. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}

/** The same of a file that a call has answered. */
export function saveDataFile({ name, type, content }: DataFile): void {
  const bytes = Uint8Array.from(atob(content), (letter) => letter.codePointAt(0) ?? 0)
  saveFile(name, new Blob([bytes], { type }))
}
