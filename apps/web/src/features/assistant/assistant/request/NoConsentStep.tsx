import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { orpc } from '../../../../platform/api/api.ts'
import { Callout } from '../../../../ui/base/Callout.tsx'
import type { AskedClient } from '../assistant-request.ts'
import classes from '../assistant.module.css'
import { Query } from '../../../../ui/page/loading/Query.tsx'

const AssistantConsentPanel = lazyNamed(
  () => import('../../assistant-consent/assistant-consent.ts'),
  'AssistantConsentPanel',
  <Skeleton height={64} radius={10} />,
)

type Props = { client: AskedClient; canRecord: boolean }

/** Shows that the client has not consented, and explains how to record the consent. */
export function NoConsentStep({ client, canRecord }: Props) {
  const { t } = useTranslation('assistant')
  const { name } = client
  return (
    <div className={classes.stack}>
      <Callout kind="warning" title={t('noConsent.title', { name })}>
        {t(canRecord ? 'noConsent.text' : 'noConsent.elsewhere', { name })}
      </Callout>
      {canRecord && <RecordedConsent client={client} isAbsenceShown />}
    </div>
  )
}

type ConsentProps = { client: AskedClient; isAbsenceShown?: boolean }

/** Shows the state of the client's consent, with buttons that change it. */
export function RecordedConsent({ client: { id, name, language }, isAbsenceShown = false }: ConsentProps) {
  const { t } = useTranslation('assistant')
  const read = useQuery(orpc.assistantConsent.get.queryOptions({ input: { id } }))
  if (!read.data)
    return (
      <Query of={read} pending={<Skeleton height={64} radius={10} />} failed={t('loadFailed')} again={t('again')} />
    )
  const person = { name, language, isAbsenceShown }
  return <AssistantConsentPanel consent={read.data} viewer="therapist" {...person} />
}
