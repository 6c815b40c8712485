import type { RecordRequestId } from '@attune/contract/common/ids'
import type { RecordHolder } from '@attune/contract/features/care/record-request/record-request'
import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../platform/api/api.ts'
import { lazyNamed } from '../../../platform/lazy-named.ts'
import { firstNameOf } from '../../../ui/page/first-name.ts'
import { Callout } from '../../../ui/base/Callout.tsx'
import { Query } from '../../../ui/page/loading/Query.tsx'
import { RowSkeletons } from '../../../ui/page/loading/ListStates.tsx'
import { CardRow, Section } from '../../../ui/page/Section.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import { useMarkSubjectRead } from '../../messages/notification/notification.ts'
import classes from './record-request.module.css'
import { RequestRow } from './RequestRow.tsx'
import { useOwnRequests, useRequestMutation, useRequestRefusalText } from './use-record-requests.ts'

const AskForRecordDialog = lazyNamed(() => import('./AskForRecordDialog.tsx'), 'AskForRecordDialog')
const SupportDialog = lazyNamed(() => import('../../practice/product/product.ts'), 'SupportDialog')
const DiscardDialog = lazyNamed(() => import('../../../ui/dialog/DiscardDialog.tsx'), 'DiscardDialog')

/** Lets a client ask each therapist for a copy of the record, and shows the earlier requests with their outcome. */
export function RecordRequestSection() {
  const { t } = useTranslation('recordRequest')
  const read = useOwnRequests()
  const none = read.data?.items.length === 0 && (
    <CardRow>
      <Text size="sm" c="dimmed">
        {t('none')}
      </Text>
    </CardRow>
  )
  return (
    <Section title={t('title')} hint={t('hint')} rows>
      <Query
        of={read}
        pending={<RowSkeletons rows={1} avatar={false} />}
        failed={t('failed')}
        again={t('again')}
        empty={none}
      >
        {({ items }) =>
          items.map((holder) => (
            <CardRow key={holder.clientId}>
              <Holder holder={holder} />
            </CardRow>
          ))
        }
      </Query>
    </Section>
  )
}

/** A therapist, with the button that asks for a copy, and the requests to this therapist. */
function Holder({ holder }: { holder: RecordHolder }) {
  const { t } = useTranslation(['recordRequest', 'common'])
  const [isAsking, setIsAsking] = useState(false)
  const { therapistName, isClosed, mayAsk, requests } = holder
  const name = firstNameOf(therapistName)
  return (
    <div className={classes.holder}>
      <div className={classes.head}>
        <span className={classes.name}>{therapistName}</span>
        {mayAsk && (
          <Button
            variant="default"
            aria-haspopup="dialog"
            aria-label={t('common:labelled', { label: t('ask.action'), text: therapistName })}
            onClick={() => setIsAsking(true)}
          >
            {t('ask.action')}
          </Button>
        )}
      </div>
      {isClosed && <ClosedAccount name={name} />}
      {requests[0]?.endedAt && <ReadAnswer id={requests[0].id} />}
      {requests.map((request) => (
        <RequestRow key={request.id} request={request} therapist={name}>
          {request.state === 'open' && <WithdrawButton id={request.id} name={name} />}
        </RequestRow>
      ))}
      {isAsking && <AskForRecordDialog holder={holder} onClose={() => setIsAsking(false)} />}
    </div>
  )
}

/** Marks the notification about the latest answer as read. */
function ReadAnswer({ id }: { id: RecordRequestId }) {
  useMarkSubjectRead('record-request', id)
  return null
}

/** Explains that the therapist cannot answer, and whom to ask instead. */
function ClosedAccount({ name }: { name: string }) {
  const { t } = useTranslation('recordRequest')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Callout
        action={
          <Button variant="default" size="compact-md" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
            {t('closed.contact')}
          </Button>
        }
      >
        {t('closed.text', { name })}
      </Callout>
      {isOpen && <SupportDialog onClose={() => setIsOpen(false)} />}
    </>
  )
}

function WithdrawButton({ id, name }: { id: RecordRequestId; name: string }) {
  const { t } = useTranslation('recordRequest')
  const refusal = useRequestRefusalText()
  const [isAsked, setIsAsked] = useState(false)
  const withdraw = useRequestMutation(
    () => api.recordRequest.withdraw({ id }).catch((error: unknown) => toast.error(refusal(error))),
    () => setIsAsked(false),
  )
  return (
    <>
      <Button
        className={classes.button}
        variant="default"
        size="compact-md"
        aria-haspopup="dialog"
        onClick={() => setIsAsked(true)}
      >
        {t('withdraw.action')}
      </Button>
      {isAsked && (
        <DiscardDialog
          title={t('withdraw.action')}
          text={t('withdraw.text', { name })}
          stay={t('withdraw.keep')}
          leave={t('withdraw.action')}
          onStay={() => setIsAsked(false)}
          onLeave={() => withdraw.mutate(undefined)}
        />
      )}
    </>
  )
}
