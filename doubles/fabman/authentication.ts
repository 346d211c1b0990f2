import { Refused } from './paging.ts'

/** A key acts as one member, with that member's privileges. */
export interface ApiKey {
  member: number
  privileges: 'member' | 'admin' | 'owner'
}

/** Reads a Bearer key, or Basic with the key as user and an empty password. A 401 for a wrong key names the scheme. */
export function authenticate(request: Request, keys: ReadonlyMap<string, ApiKey>): ApiKey {
  const [scheme = '', value = ''] = (request.headers.get('authorization') ?? '').split(' ')
  if (!value) throw new Refused(401, 'Missing authentication')
  const given = /^basic$/i.test(scheme) ? Buffer.from(value, 'base64').toString().replace(/:$/, '') : value
  const key = /^(bearer|basic)$/i.test(scheme) ? keys.get(given) : undefined
  if (!key)
    throw new Refused(401, 'Invalid token', undefined, { 'www-authenticate': 'Bearer error="invalid_token"' })
  return key
}
