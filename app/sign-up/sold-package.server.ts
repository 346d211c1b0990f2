import type { SoldItem } from '../../contracts/order.ts'
import type { Package } from '../../contracts/package.ts'
import type { SiteServices } from '../context.ts'

/** Returns the package of a sign-up from the price list; null when it is not sold any more. */
export async function soldPackage(
  { backend }: Pick<SiteServices, 'backend'>,
  item: SoldItem,
): Promise<Package | null> {
  const { packages } = await backend.packages()
  return packages.find(({ id }) => item.kind !== 'credits' && id === item.package) ?? null
}
