import type { UnassignedText } from '@attune/contract/features/messages/text-message/text-message'
import { Button, Group, NativeSelect } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, orpc } from '../../../platform/api/api.ts'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { FormError } from '../../../ui/base/FormError.tsx'
import { momentText } from '../../../ui/page/date-text.ts'
import dialogClasses from '../../../ui/dialog/Dialog.module.css'
import { toast } from '../../../ui/toast/toast.ts'
import { ReceivedMediaNotes } from './ReceivedMediaNotes.tsx'
import classes from './text-message.module.css'

/**
 * A received text message with the conversations to which the therapist can move it. The therapist can also discard the message after a confirmation.
 */
export function UnassignedItem({ item }: { item: UnassignedText }) {
  const { t } = useTranslation('textMessage')
  const locale = useLocale()
  const { id, number, channel, text, receivedAt, candidates } = item
  // If there are several conversations, none is preselected: a careless click would move the text to the record of another client.
  const [chosen, setChosen] = useState(candidates.length === 1 ? (candidates[0]?.id ?? '') : '')
  const move = useChange(() => api.textMessage.assign({ id, conversationId: chosen }), t('unassigned.moved'))
  const discard = useChange(() => api.textMessage.discard({ id }), t('unassigned.discarded'))
  const isBusy = move.isPending || discard.isPending
  return (
    <li className={classes.unassignedItem}>
      <p className={classes.hint}>
        {t(`channel.${channel}`)} · {number} · <time dateTime={receivedAt}>{momentText(receivedAt, locale)}</time>
      </p>
      <ReceivedText item={item} />
      {text !== null && candidates.length > 0 && (
        <NativeSelect
          label={t('unassigned.conversation')}
          value={chosen}
          onChange={(event) => setChosen(event.currentTarget.value)}
          data={[
            ...(chosen ? [] : [{ value: '', label: t('unassigned.choose') }]),
            ...candidates.map(({ id: value, name }) => ({ value, label: name })),
          ]}
        />
      )}
      {(move.isError || discard.isError) && <FormError>{t('unassigned.failed')}</FormError>}
      <Group gap="xs">
        {text !== null && candidates.length > 0 && (
          <Button disabled={isBusy || !chosen} onClick={() => move.mutate()}>
            {t('unassigned.move')}
          </Button>
        )}
        <DiscardButtons isBusy={isBusy} isDiscarding={discard.isPending} onDiscard={() => discard.mutate()} />
      </Group>
    </li>
  )
}

type DiscardProps = { isBusy: boolean; isDiscarding: boolean; onDiscard: () => void }

/** The button that discards a text after a confirmation. */
function DiscardButtons({ isBusy, isDiscarding, onDiscard }: DiscardProps) {
  const { t } = useTranslation('textMessage')
  const [asks, setAsks] = useState(false)
  if (!asks) {
    return (
      <Button variant="default" disabled={isBusy} onClick={() => setAsks(true)}>
        {t('unassigned.discard')}
      </Button>
    )
  }
  return (
    <>
      <Button className={dialogClasses.danger} loading={isDiscarding} onClick={onDiscard}>
        {t('unassigned.discardNow')}
      </Button>
      <Button variant="default" onClick={() => setAsks(false)}>
        {t('unassigned.keep')}
      </Button>
    </>
  )
}

/** A received text message, with a note about its files. */
function ReceivedText({ item: { text, channel, mediaCount, media } }: { item: UnassignedText }) {
  const { t } = useTranslation('textMessage')
  return (
    <>
      {text !== '' && (
        <p dir="auto" className={classes.received}>
          {text ?? t('unassigned.notKept')}
        </p>
      )}
      {mediaCount > 0 && <p className={classes.received}>{t('unassigned.media', { count: mediaCount })}</p>}
      <ReceivedMediaNotes media={media} channel={channel} isUnassigned />
    </>
  )
}

/** Returns a mutation of an unassigned text message. Shows the toast `done`, and refetches these texts and the conversations. */
function useChange(run: () => Promise<unknown>, done: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: run,
    onSuccess: () => toast.success(done),
    onSettled: () =>
      Promise.all([
        cache.invalidateQueries({ queryKey: orpc.textMessage.key() }),
        cache.invalidateQueries({ queryKey: orpc.message.key() }),
      ]),
  })
}
