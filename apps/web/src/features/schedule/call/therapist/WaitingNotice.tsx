import type { CallId } from '@attune/contract/common/ids'
import { Button } from '@mantine/core'
import { IconVideo } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, orpc } from '../../../../platform/api/api.ts'
import { errorCode } from '../../../../platform/api/errors.ts'
import { useStore } from '../../../../platform/create-store.ts'
import { ButtonLink } from '../../../../ui/base/ButtonLink.tsx'
import { toast } from '../../../../ui/toast/toast.ts'
import { activeCall } from '../active-call.ts'
import { usePersonName } from '../call-names.ts'
import classes from './therapist.module.css'
import type { WaitingClient } from './waiting.ts'

const keyOf = ({ callId, personId }: WaitingClient) => `${callId}:${personId}`

/** The clients who wait, each with the answers that the therapist can give. A short sound announces each of them once. */
export function WaitingNotice({ waiting, path }: { waiting: readonly WaitingClient[]; path: string }) {
  const { t } = useTranslation('callPage')
  useAnnouncement(waiting.map(keyOf))
  return (
    <section
      className={classes.notice}
      data-call={path.startsWith('/call/') || undefined}
      role="alert"
      aria-label={t('notice.title')}
    >
      {waiting.map((one) => (
        <WaitingRow key={keyOf(one)} of={one} isHere={path === `/call/${one.sessionId}`} />
      ))}
      {groupsOf(waiting).map((group) => (
        <AdmitAll key={group[0].callId} group={group} isHere={path === `/call/${group[0].sessionId}`} />
      ))}
    </section>
  )
}

type Group = readonly [WaitingClient, ...WaitingClient[]]

/** Returns the groups of two or more clients who wait for the same call. */
function groupsOf(waiting: readonly WaitingClient[]): Group[] {
  const ofCall = (callId: CallId) => waiting.filter((one) => one.callId === callId)
  const calls = [...new Set(waiting.map(({ callId }) => callId))].map(ofCall)
  return calls.flatMap(([first, ...rest]) => (first && rest.length > 0 ? [[first, ...rest] as const] : []))
}

/**
 * Admits everyone who waits for a call, starting with the one who has waited longest. Each admission is a separate request, so that each is in the
 * audit log.
 */
function AdmitAll({ group, isHere }: { group: Group; isHere: boolean }) {
  const { t } = useTranslation('callPage')
  const admitAll = useAdmission(group, isHere)
  return (
    <Button variant="default" loading={admitAll.isPending} onClick={() => admitAll.mutate()}>
      {t('notice.admitAll')}
    </Button>
  )
}

function WaitingRow({ of: one, isHere }: { of: WaitingClient; isHere: boolean }) {
  const { t } = useTranslation('callPage')
  const personName = usePersonName()
  const [isPutOff, setIsPutOff] = useState(false)
  const { callId, personId, sessionId } = one
  const admit = useAdmission([one], isHere)
  const later = useAnswer(
    () => api.call.askToWait({ callId, personId }),
    () => setIsPutOff(true),
  )
  return (
    <div className={classes.waiting}>
      <p className={classes.who}>
        <IconVideo size={18} stroke={1.75} aria-hidden />
        {t('notice.waits', { name: personName(one) })}
      </p>
      {one.whereabouts && <p className={classes.dim}>{t('people.where', { place: one.whereabouts })}</p>}
      {isPutOff && <p className={classes.dim}>{t('notice.laterDone')}</p>}
      <div className={classes.acts}>
        <Button loading={admit.isPending} onClick={() => admit.mutate()}>
          {t('notice.admit')}
        </Button>
        {!isPutOff && (
          <Button variant="default" loading={later.isPending} onClick={() => later.mutate()}>
            {t('notice.later')}
          </Button>
        )}
        {!isHere && (
          <ButtonLink variant="default" to="/call/$sessionId" params={{ sessionId }}>
            {t('notice.open')}
          </ButtonLink>
        )}
      </div>
    </div>
  )
}

/** Returns a mutation that admits clients to one call, and then opens the call unless the therapist is in it already. */
function useAdmission(group: Group, isHere: boolean) {
  const navigate = useNavigate()
  const active = useStore(activeCall)
  const [{ sessionId }] = group
  const isInCall = active?.sessionId === sessionId && active.endedAt === null
  return useAnswer(
    async () => {
      for (const { callId, personId } of group) await api.call.admit({ callId, personId })
    },
    () => {
      if (!isInCall && !isHere) void navigate({ to: '/call/$sessionId', params: { sessionId } })
    },
  )
}

/** Returns a mutation that answers a waiting client, and afterwards loads the list again. */
function useAnswer(send: () => Promise<unknown>, onDone: () => void) {
  const { t } = useTranslation('callPage')
  const client = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSuccess: onDone,
    onError: (error) => toast.error(t(errorCode(error) === 'FULL' ? 'refused.FULL' : 'failed')),
    onSettled: () => client.invalidateQueries({ queryKey: orpc.call.waiting.key() }),
  })
}

/** Plays a short sound when a new client is in the list. The code of the sound is loaded only then. */
function useAnnouncement(keys: readonly string[]) {
  const announced = useRef(new Set<string>())
  const list = keys.join()
  useEffect(() => {
    const fresh = list.split(',').filter((key) => !announced.current.has(key))
    if (fresh.length === 0) return
    for (const key of fresh) announced.current.add(key)
    void import('../before/level.ts').then(({ playWaitingSound }) => playWaitingSound()).catch(() => {})
  }, [list])
}
