import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'

/** An identity provider as far as the product uses one: its keys and an access token for each member. */
export interface Issuer {
  origin: string
  token(member: number): Promise<string>
  stop(): void
}

export const audience = 'https://werkbank.example/api'

export async function startIssuer(): Promise<Issuer> {
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  const keys = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: 'bench', alg: 'RS256' }] })
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(keys)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    token: (member) =>
      new SignJWT({ [`${origin}/email`]: `m${member}@example.org`, [`${origin}/email_verified`]: true })
        .setProtectedHeader({ alg: 'RS256', kid: 'bench', typ: 'at+jwt' })
        .setIssuer(`${origin}/`)
        .setAudience(audience)
        .setSubject(`bench|${member}`)
        .setIssuedAt()
        .setExpirationTime('2h')
        .sign(privateKey),
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
