import type { WaitingOfferId } from '@attune/contract/common/ids'
import type { OwnWaitingEntry } from '@attune/contract/features/schedule/waiting-list/waiting-list'
import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, createId, orpc } from '../../../platform/api/api.ts'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { MetaList } from '../../../ui/page/row/MetaList.tsx'
import { CardRow } from '../../../ui/page/Section.tsx'
import { useNow } from '../../../ui/page/use-now.ts'
import { durationText, momentInSentence, momentText } from '../../../ui/page/date-text.ts'
import { toast } from '../../../ui/toast/toast.ts'
import { useInvalidateWaitingList, useWaitingListChange, useWaitingListRefusal } from './use-waiting-list.ts'
import classes from './waiting-list.module.css'

/** Shows an offer to the client and its expiry time, with buttons to accept and to decline it. */
export function OfferRow({ entry }: { entry: OwnWaitingEntry }) {
  const { t } = useTranslation(['waitingList', 'session'])
  const locale = useLocale()
  const now = useNow()
  const accept = useAcceptOffer()
  const decline = useWaitingListChange(api.waitingList.decline, t('done.declined'))
  const { offer, therapistName, sessionStartsAt, format, durationMinutes } = entry
  if (!offer) return null
  const when = momentText(offer.startsAt, locale, now, 'title')
  return (
    <CardRow wraps>
      <div className={classes.texts}>
        <strong className={classes.when}>{when}</strong>
        <div className={classes.facts}>
          <MetaList>
            {therapistName}
            {offer.location || t(`session:format.${format}`)}
            {durationText(durationMinutes, locale.language)}
          </MetaList>
        </div>
        {sessionStartsAt && (
          <div className={classes.facts}>{t('offer.instead', { when: momentInSentence(sessionStartsAt, locale) })}</div>
        )}
        <div className={classes.facts}>{t('offer.until', { when: momentInSentence(offer.expiresAt, locale) })}</div>
      </div>
      <div className={classes.actions}>
        <Button
          variant="default"
          loading={decline.isPending}
          aria-label={t('offer.declineOf', { when })}
          onClick={() => decline.mutate({ id: offer.id })}
        >
          {t('offer.decline')}
        </Button>
        <Button
          loading={accept.isPending}
          aria-label={t(sessionStartsAt ? 'offer.moveOf' : 'offer.acceptOf', { when })}
          onClick={() => accept.mutate(offer.id)}
        >
          {t(sessionStartsAt ? 'offer.move' : 'offer.accept')}
        </Button>
      </div>
    </CardRow>
  )
}

/** Returns a mutation that accepts an offer and then opens the session. */
function useAcceptOffer() {
  const { t } = useTranslation('waitingList')
  const [sessionId] = useState(createId)
  const cache = useQueryClient()
  const changed = useInvalidateWaitingList()
  const refusal = useWaitingListRefusal()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (id: WaitingOfferId) => api.waitingList.accept({ id, sessionId }),
    onSuccess: (answer) => {
      toast.success(t('done.accepted'))
      void cache.invalidateQueries({ queryKey: orpc.session.key() })
      void navigate({
        to: '/dashboard/$userType/sessions/session-details',
        params: { userType: 'client' },
        search: { id: answer.sessionId },
      })
    },
    onError: (error) => toast.error(refusal(error)),
    onSettled: changed,
  })
}
