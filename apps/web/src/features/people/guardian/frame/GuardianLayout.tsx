import type { GuardedClient } from '@attune/contract/features/people/guardian/guardian'
import { IconUserOff } from '@tabler/icons-react'
import { getRouteApi, Outlet } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LoadedById } from '../../../../ui/page/loading/LoadedById.tsx'
import { ButtonLink } from '../../../../ui/base/ButtonLink.tsx'
import { Card } from '../../../../ui/page/Section.tsx'
import { EmptyState } from '../../../../ui/page/loading/EmptyState.tsx'
import { ActingForBar } from './ActingForBar.tsx'
import { ActingForContext } from './acting-for.ts'
import { useGuardedClients } from './use-guarded-clients.ts'

const route = getRouteApi('/for/$clientId')

/**
 * The frame of every page on which a guardian acts for a client. It names the client. When the therapist ends the rights while the page is open, it
 * replaces the page with a message.
 */
export function GuardianLayout() {
  const { clientId } = route.useParams()
  return <GuardianFrame key={clientId} clientId={clientId} />
}

/** The frame of the pages for one client. */
export function GuardianFrame({ clientId }: { clientId: string }) {
  const { t } = useTranslation('guardianHome')
  const read = useGuardedClients()
  const client = read.data?.items.find((one) => one.clientId === clientId)
  const [last, setLast] = useState<GuardedClient>()
  if (client && client !== last) setLast(client)
  return (
    <LoadedById
      read={read}
      title={t('title')}
      failed={t('failed')}
      again={t('again')}
      missing={{ icon: IconUserOff, title: t('ended.titleUnknown'), text: t('ended.text'), back: null }}
    >
      {() =>
        client ? (
          <ActingForContext value={client}>
            <ActingForBar client={client} />
            <Outlet />
          </ActingForContext>
        ) : (
          <Ended last={last} />
        )
      }
    </LoadedById>
  )
}

/** Says that the signed-in person does not act for this client, or no longer does. */
function Ended({ last }: { last: GuardedClient | undefined }) {
  const { t } = useTranslation('guardianHome')
  return (
    <Card>
      <EmptyState
        icon={IconUserOff}
        level="h1"
        title={last ? t('ended.title', { name: last.firstName }) : t('ended.titleUnknown')}
        text={last ? t('ended.textOf', { name: last.therapistName }) : t('ended.text')}
      >
        <ButtonLink variant="light" to="/">
          {t('ended.home')}
        </ButtonLink>
      </EmptyState>
    </Card>
  )
}
