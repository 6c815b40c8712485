import type { Message } from '@attune/contract/features/messages/message/message'
import { Button } from '@mantine/core'
import { IconAlertTriangle, IconHelpCircle, IconClock } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, orpc } from '../../../platform/api/api.ts'
import { errorCode } from '../../../platform/api/errors.ts'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { momentInSentence } from '../../../ui/page/date-text.ts'
import { toast } from '../../../ui/toast/toast.ts'
import classes from './text-message.module.css'

/**
 * Shows that a text message failed, with the reason and the button 'Try again'; that it waits, with the end of the waiting time; or that the app does
 * not know whether it was sent.
 */
export function TextDeliveryMark({ message: { id, delivery, may } }: { message: Message }) {
  const { t } = useTranslation('textMessage')
  const locale = useLocale()
  const cache = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.message.retry({ id }),
    onError: (error) => toast.error(errorCode(error) === 'TEXT_REFUSED' ? t('retryRefused') : t('retryFailed')),
    onSettled: () => cache.invalidateQueries({ queryKey: orpc.message.key() }),
  })
  if (delivery?.failed) {
    return (
      <span className={classes.failed}>
        <IconAlertTriangle size={14} stroke={1.75} aria-hidden />
        {t('notDelivered', { reason: t(`failed.${delivery.failed}`) })}
        {may.retry && (
          <Button variant="subtle" size="compact-sm" loading={isPending} onClick={() => mutate()}>
            {t('retry')}
          </Button>
        )}
      </span>
    )
  }
  if (delivery?.waitsUntil) {
    return (
      <span className={classes.uncertain}>
        <IconClock size={14} stroke={1.75} aria-hidden />
        {t('waitsUntil', { time: momentInSentence(delivery.waitsUntil, locale) })}
      </span>
    )
  }
  if (!delivery?.isUncertain) return null
  return (
    <span className={classes.uncertain}>
      <IconHelpCircle size={14} stroke={1.75} aria-hidden />
      {t('uncertain')}
    </span>
  )
}
