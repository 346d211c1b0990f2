import type { Labels } from '../../contracts/label.ts'
import type { OpeningHours } from '../../contracts/space.ts'

/** A thing of schema.org. */
export type Thing = { '@type': string } & Record<string, unknown>

/** What the things of all pages are made from. */
export interface Site {
  publicUrl: string
  /** `zone` is an IANA name. */
  space: { name: string; zone: string }
  /** The label group space-address. */
  address: Labels
}

/** Removes soft hyphens. */
export const plain = (name: string) => name.replaceAll('\u00ad', '')

export function organization({ publicUrl, space }: Site): Thing {
  return { '@type': 'Organization', name: space.name, url: publicUrl }
}

/** Returns the postal address of the space as a property; none without a street and a city. */
export function postalAddress({ address }: Site): { address?: Thing } {
  const { street, city, country, 'postal-code': postalCode } = address
  if (!street || !city) return {}
  return {
    address: {
      '@type': 'PostalAddress',
      streetAddress: street,
      ...(postalCode && { postalCode }),
      addressLocality: city,
      ...(country && { addressCountry: country }),
    },
  }
}

/** Returns the coordinates of the space as a property; none without both as decimal degrees. */
export function coordinates({ address }: Site): { geo?: Thing } {
  const [latitude, longitude] = [Number(address['latitude'] || NaN), Number(address['longitude'] || NaN)]
  if (Number.isNaN(latitude + longitude)) return {}
  return { geo: { '@type': 'GeoCoordinates', latitude, longitude } }
}

/** Returns opening hours, one thing for all days with the same times; closed days are left out. */
export function openingHoursThings(hours: OpeningHours[]): Thing[] {
  const open = hours.flatMap(({ dayOfWeek, fromTime, untilTime }) =>
    fromTime && untilTime ? [{ day: days[dayOfWeek - 1], opens: fromTime, closes: endOfDay(untilTime) }] : [],
  )
  const groups = Map.groupBy(open, ({ opens, closes }) => `${opens} ${closes}`)
  return [...groups.values()].flatMap((group) =>
    group.slice(0, 1).map(({ opens, closes }) => ({
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: group.map(({ day }) => day),
      opens,
      closes,
    })),
  )
}

const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** Google reads equal times as closed, and a day that is open throughout as 00:00 to 23:59. */
function endOfDay(time: string): string {
  return time === '24:00' || time === '00:00' ? '23:59' : time
}

/** Returns a list of pages, each described on itself, in order. @param urls absolute */
export function pageList(urls: string[]): Thing {
  return {
    '@type': 'ItemList',
    itemListElement: urls.map((url, index) => ({ '@type': 'ListItem', position: index + 1, url })),
  }
}

/**
 * Returns the breadcrumb of a page.
 * @param above the pages above it, from the top, with paths
 * @param url address of the page itself
 */
export function breadcrumbs(
  above: { label: string; href: string }[],
  name: string,
  url: string,
  publicUrl: string,
): Thing {
  const steps = [
    ...above.map(({ label, href }) => ({ name: label, item: publicUrl + href })),
    { name, item: url },
  ]
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map((step, index) => ({ '@type': 'ListItem', position: index + 1, ...step })),
  }
}
