import { expect, type Locator, type Page } from '@playwright/test'

/** Reaches a control with the Tab key alone. @throws Error when the keyboard does not get there */
async function reachByKeyboard(page: Page, target: Locator): Promise<void> {
  for (let step = 0; step < 200; step++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('the keyboard does not reach it')
}

/** Reaches a control with the Tab key alone, and presses Enter on it. */
export async function pressByKeyboard(page: Page, target: Locator): Promise<void> {
  await reachByKeyboard(page, target)
  await page.keyboard.press('Enter')
}

/** Reaches a field with the Tab key alone, and types into it. */
export async function typeByKeyboard(page: Page, target: Locator, text: string): Promise<void> {
  await reachByKeyboard(page, target)
  await page.keyboard.insertText(text)
}

/** Reaches a field for a day, and types its digits: a day of which day and month are the same number, in any order. */
export async function typeDayByKeyboard(page: Page, target: Locator, day: string): Promise<void> {
  const [year, month] = day.split('-')
  await reachByKeyboard(page, target)
  await page.keyboard.type(`${month}${month}${year}`)
  await expect(target).toHaveValue(day)
}

/** Reaches a box or a radio button with the Tab key alone, and chooses it with the space bar. */
export async function checkByKeyboard(page: Page, target: Locator): Promise<void> {
  await reachByKeyboard(page, target)
  await page.keyboard.press('Space')
  await expect(target).toBeChecked()
}

/** Reaches the chosen one of two choices, and moves to the next with the arrow key. */
export async function chooseNextByKeyboard(page: Page, chosen: Locator, next: Locator): Promise<void> {
  await reachByKeyboard(page, chosen)
  await page.keyboard.press('ArrowDown')
  await expect(next).toBeChecked()
}
