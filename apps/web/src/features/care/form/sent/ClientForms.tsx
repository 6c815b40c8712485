import type { ClientId } from '@attune/contract/common/ids'
import type { MissingForm, SentForm } from '@attune/contract/features/care/form/form.schemas'
import { Button } from '@mantine/core'
import { IconFileText, IconSend } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { ButtonLink } from '../../../../ui/base/ButtonLink.tsx'
import { EmptyState } from '../../../../ui/page/loading/EmptyState.tsx'
import { RowSkeletons } from '../../../../ui/page/loading/ListStates.tsx'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import { Section } from '../../../../ui/page/Section.tsx'
import classes from '../Form.module.css'
import { useFormTimes, useSubscribeToForms } from '../use-forms.ts'
import { SentFormRow } from './SentFormRow.tsx'

const FormCopies = lazyNamed(() => import('./FormCopies.tsx'), 'FormCopies')
const SendFormDialog = lazyNamed(() => import('./SendFormDialog.tsx'), 'SendFormDialog')

type Props = { client: { id: ClientId; name: string }; may: boolean }

/** The forms that were sent to a client, the missing ones, and the button that sends one. */
export function ClientForms({ client, may }: Props) {
  const { t } = useTranslation('form')
  const [asked, setAsked] = useState(false)
  useSubscribeToForms()
  const read = useQuery(orpc.form.ofClient.queryOptions({ input: { clientId: client.id } }))
  const missing = useQuery(orpc.form.missing.queryOptions({ input: { clientId: client.id } }))
  const send = (
    <div className={classes.actions}>
      <ButtonLink variant="subtle" size="compact-sm" to="/dashboard/therapist/forms">
        {t('titles')}
      </ButtonLink>
      {may && (
        <Button
          variant="light"
          size="compact-sm"
          leftSection={<IconSend size={16} aria-hidden />}
          aria-haspopup="dialog"
          onClick={() => setAsked(true)}
        >
          {t('send.action')}
        </Button>
      )}
    </div>
  )
  return (
    <>
      <MissingForms items={missing.data?.items ?? []} />
      <Section title={t('sent.title')} action={send} rows>
        <Query
          of={read}
          pending={<RowSkeletons rows={3} avatar={false} />}
          failed={t('failed')}
          again={t('again')}
          empty={read.data?.items.length === 0 && <NoForms name={client.name} />}
        >
          {({ items }) => items.map((item: SentForm) => <SentFormRow key={item.id} client={client} item={item} />)}
        </Query>
      </Section>
      <FormCopies clientId={client.id} />
      {asked && <SendFormDialog client={client} onClose={() => setAsked(false)} />}
    </>
  )
}

function NoForms({ name }: { name: string }) {
  const { t } = useTranslation('form')
  return <EmptyState icon={IconFileText} level="h3" title={t('sent.emptyTitle')} text={t('sent.emptyText', { name })} />
}

function MissingForms({ items }: { items: readonly MissingForm[] }) {
  const { t } = useTranslation('form')
  const { day } = useFormTimes()
  if (items.length === 0) return null
  return (
    <Callout kind="warning" title={t('missing.title')}>
      <ul className={classes.problems}>
        {items.map(({ reason, formId, sentFormId, title, since }) => (
          <li key={sentFormId ?? formId}>{t(`missing.${reason}`, { title, day: since ? day(since) : '' })}</li>
        ))}
      </ul>
    </Callout>
  )
}
