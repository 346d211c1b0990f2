import type { Page } from '@playwright/test'

/** Pays on the test provider's page with the card whose number ends so. */
export async function payByCard(page: Page, ending: string): Promise<void> {
  await page.getByRole('radio', { name: new RegExp(ending) }).check()
  await page.getByRole('button', { name: /Mit Karte zahlen|Pay by card/ }).click()
}
