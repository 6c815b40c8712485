import type { TicketForm } from '@attune/contract/features/care/form/form.tickets'
import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../platform/api/api.ts'
import { errorCode } from '../../../../platform/api/errors.ts'
import { defaultRetry } from '../../../../platform/api/retry.ts'
import { endSigningHere, guardianPageShown, isDoneHere, markDoneHere } from '../../../../platform/auth/signing-here.ts'
import { lockAllTabs } from '../../../../platform/auth/lock-all-tabs.ts'
import { useLocked } from '../../../../platform/auth/use-auth.ts'
import { takeLinkToken } from '../../../../platform/login/link-token.ts'
import { useLogin } from '../../../../platform/login/login.ts'
import { Logo } from '../../../../ui/base/Logo.tsx'
import { LanguageSelect } from '../../../../ui/choice/LanguageSelect.tsx'
import { DetailSkeleton } from '../../../../ui/page/loading/DetailSkeleton.tsx'
import { type FormAccess, FormAccessContext } from '../fill/form-access.ts'
import { LazyFillForm } from '../fill/lazy-form.ts'
import classes from './SignHere.module.css'

/**
 * The page on which a guardian fills in and signs one form on the therapist's device. Nothing on it leads to the pages of the therapist, whose login
 * is locked on the server. The page is shown again after a reload; every other page of the app in this browser is locked.
 */
export function SignHerePage() {
  const [token] = useState(takeLinkToken)
  const [isDone, setDone] = useState(isDoneHere)
  const leave = useReturnAfterUnlocking(token !== '')
  const done = useCallback(() => {
    markDoneHere()
    setDone(true)
  }, [])
  return (
    <div className={classes.page}>
      <header className={classes.bar}>
        <span className={classes.brand}>
          <Logo size={32} />
          Attune
        </span>
        <LanguageSelect />
      </header>
      <main id="main" tabIndex={-1} className={classes.main}>
        {isDone ? (
          <Message part="done" onLeave={leave} />
        ) : (
          <FormOfToken token={token} onSigned={done} onLeave={leave} />
        )}
      </main>
    </div>
  )
}

/** Opens the page of the therapist from which the device was handed over, or the start page. */
const returnToTherapist = () => location.replace(endSigningHere() ?? '/')

/**
 * Returns to the therapist once the login is unlocked, in this tab or another. If there is no form, also returns if the login was never locked.
 * Returns a function that shows the lock, or the start page if there is no login to unlock.
 */
function useReturnAfterUnlocking(hasForm: boolean): () => void {
  const login = useLogin()
  const locked = useLocked()
  const wasLocked = useRef(false)
  const isUnlocked = !locked && login !== undefined && !login?.locked
  useEffect(() => {
    if ((wasLocked.current && !locked) || (!hasForm && isUnlocked)) returnToTherapist()
    // Without a connection, another tab can find out only through this browser that the login is locked.
    if (locked) lockAllTabs()
    wasLocked.current = locked
  }, [locked, hasForm, isUnlocked])
  useEffect(() => () => guardianPageShown.set(false), [])
  return () => (isUnlocked ? returnToTherapist() : guardianPageShown.set(false))
}

type FormProps = { token: string; onSigned: () => void; onLeave: () => void }

/** The interval in milliseconds at which the page asks whether its form can still be signed. */
const checkMilliseconds = 60_000
const ticketKey = (token: string) => ['sign-here', token]

/** The options of calls that fail without a connection instead of being sent later, when the guardian may be gone. */
const nowOrNever = { context: { offline: 'fail', retry: { ...defaultRetry, times: 0 } } } as const

/** Reads the form of a ticket in the practice, which needs no code. */
async function openForm(token: string): Promise<TicketForm> {
  const opened = await api.form.openTicket({ token }, nowOrNever)
  if (opened.needsCode) throw new Error('a ticket in the practice needs no code')
  return opened.form
}

function FormOfToken({ token, onSigned, onLeave }: FormProps) {
  const { t } = useTranslation(['signHere', 'form', 'note', 'safety'])
  const access = useTicketAccess(token, onSigned)
  const read = useQuery({
    queryKey: ticketKey(token),
    queryFn: () => openForm(token),
    enabled: token !== '',
    networkMode: 'always',
    retry: false,
    refetchInterval: checkMilliseconds,
    refetchOnWindowFocus: false,
  })
  if (!token || errorCode(read.error) === 'INVALID_LINK') return <Message part="over" onLeave={onLeave} />
  const form = read.data
  if (!form)
    return read.isError ? (
      <Message part="offline" onLeave={onLeave}>
        <Button size="md" loading={read.isFetching} onClick={() => void read.refetch()}>
          {t('again')}
        </Button>
      </Message>
    ) : (
      <DetailSkeleton title={t('form:title')} />
    )
  return (
    <FormAccessContext value={access}>
      <div className={classes.who}>
        <p>{t('signer', { signer: form.signerName, client: form.firstName })}</p>
        <Button variant="subtle" size="compact-sm" className={classes.stop} onClick={onLeave}>
          {t('stop')}
        </Button>
      </div>
      <Suspense fallback={<DetailSkeleton title={t('form:title')} />}>
        <LazyFillForm form={form} />
      </Suspense>
    </FormAccessContext>
  )
}

/**
 * Returns the access to the form of a ticket. If a call is refused because the ticket is no longer valid, reads the form again, so that the page
 * shows that the link has ended.
 */
function useTicketAccess(token: string, onSigned: () => void): FormAccess {
  const cache = useQueryClient()
  return useMemo(() => {
    const withTicket = async <Result,>(call: Promise<Result>) => {
      try {
        return await call
      } catch (error) {
        if (errorCode(error) === 'INVALID_LINK') void cache.invalidateQueries({ queryKey: ticketKey(token) })
        throw error
      }
    }
    return {
      queryKey: () => ticketKey(token),
      draftName: (id) => `sign-here-${id}`,
      saveAnswers: ({ draftVersion, answers }) =>
        withTicket(api.form.saveTicketAnswers({ token, draftVersion, answers }, nowOrNever)),
      async sign({ version, sha256, answers, typedName, command }) {
        const form = await withTicket(
          api.form.signTicket({ token, version, sha256, answers, typedName, command }, nowOrNever),
        )
        onSigned()
        return form
      },
      withdraw: () => Promise.reject(new Error('a guardian does not withdraw a form here')),
      pdfPath: () => '',
    }
  }, [token, cache, onSigned])
}

type MessageProps = { part: 'done' | 'over' | 'offline'; onLeave: () => void; children?: ReactNode }

/** A message instead of the form, and the button with which the therapist unlocks the login. */
function Message({ part, onLeave, children }: MessageProps) {
  const { t } = useTranslation('signHere')
  return (
    <div className={classes.texts}>
      <h1 className={classes.title}>{t(`${part}.title`)}</h1>
      <p className={classes.text}>{t(`${part}.text`)}</p>
      <div className={classes.buttons}>
        {children}
        <Button variant={children ? 'subtle' : 'default'} size="md" onClick={onLeave}>
          {t('unlock')}
        </Button>
      </div>
    </div>
  )
}
