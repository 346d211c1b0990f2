import type { GivenServices } from '../../app/context.ts'
import { isSignedPreview } from '../../platform/auth/storyblok-preview.ts'
import { createLettering } from '../../platform/images/text-outlines.ts'
import type { Site } from '../site.ts'
import type { BackendPart } from './backend.ts'
import type { Base } from './base.ts'
import type { ConnectorPart } from './connector.ts'
import type { ContentPart } from './content.ts'
import type { IdentityPart } from './identity.ts'
import type { Pages } from './pages.ts'
import type { PaymentsPart } from './payments.ts'

interface SiteParts {
  identity: IdentityPart
  connector: ConnectorPart
  backend: BackendPart
  content: ContentPart
  pages: Pages
  payments: Pick<PaymentsPart, 'pageOrigin'>
}

/** The web site over its parts, as one fetch function. */
export function composeSite(base: Base, parts: SiteParts, site: Site) {
  return site.create(siteServices(base, parts, site.buildId))
}

function siteServices(base: Base, parts: SiteParts, buildId: string): GivenServices {
  const { config, clock, log } = base
  const { identity, connector, backend, content, pages } = parts
  const verify = identity.verifierAt('')
  return {
    config: {
      publicUrl: config.publicUrl,
      buildId,
      demo: config.demo,
      gallery: config.local,
      canResendVerification: identity.management !== null,
      identity: {
        domain: identity.domain,
        clientId: config.identity.clientId,
        audience: config.identity.audience,
        dpop: config.identity.dpop,
      },
      backendUrl: backend.url,
      connectorUrl: connector.url,
      errorReports: config.errorReports,
      paymentOrigin: parts.payments.pageOrigin,
    },
    content: content.client,
    isPreview: (parameters) =>
      isSignedPreview(parameters, {
        previewToken: config.content.previewToken,
        spaceId: config.content.spaceId,
        now: clock(),
      }),
    connector: connector.reader,
    connectorWithAge: connector.readerWithAge,
    backend: backend.client,
    backendFor: backend.clientFor,
    pagesVersion: pages.lastVersion,
    pictures: {
      png: content.pictures.png,
      photo: content.pictures.photo,
      letters: createLettering(new URL('../../app/ui/fonts/heading-full.woff2', import.meta.url)),
    },
    readAsset: content.readAsset,
    signedIn: async (request) => {
      if (!request.headers.has('authorization')) return null
      const memberId = await connector.findMember(await verify(request))
      return memberId === null ? null : { memberId }
    },
    now: clock,
    log,
  }
}
