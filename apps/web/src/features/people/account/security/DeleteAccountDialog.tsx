import { isKeptByPractice } from '@attune/contract/features/people/login/login.rules'
import { Skeleton, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { api, orpc } from '../../../../platform/api/api.ts'
import { useErrorMessage } from '../../../../ui/base/use-error-message.ts'
import { errorCode } from '../../../../platform/api/errors.ts'
import { clearLogin, type Me } from '../../../../platform/login/login.ts'
import { emitAuthEvent } from '../../../../platform/backend/auth-events.ts'
import { useProductSettings } from '../../../../platform/settings/product-settings.ts'
import { realtimeClient } from '../../../../platform/realtime/realtime-client.ts'
import { clearAccountData } from '../../../../platform/draft/unsaved.ts'
import { currentLanguage } from '../../../../platform/settings/language.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { FormDialog } from '../../../../ui/dialog/FormDialog.tsx'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { dateText } from '../../../../ui/page/date-text.ts'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import { moneyText } from '../../../../ui/page/money-text.ts'
import { ExportJournalButtons } from '../../../care/journal/journal.ts'
import { CurrentPasswordField, erasureReportAddress } from '../../login/login.tsx'
import classes from '../account.module.css'

type DeletionPreview = Awaited<ReturnType<typeof api.login.deletionPreview>>

/**
 * Deletes the account of a client, or closes the account of a therapist. Lists the data that is erased, the data that is kept and the obstacles to
 * the deletion, offers a client a copy of the journal, and asks for a word and the password.
 */
export function DeleteAccountDialog({ me, onClose }: { me: Me; onClose: () => void }) {
  const { t } = useTranslation(['accountDeletion', 'security'])
  const errorText = useErrorMessage()
  const [password, setPassword] = useState('')
  const [typed, setTyped] = useState('')
  const { preview, deletion } = useAccountDeletion(me)
  const isTherapist = me.role === 'therapist'
  const blocked = preview.data?.blockedBy ?? []
  const wrong = errorCode(deletion.error) === 'INVALID_CREDENTIALS'
  const word = t(isTherapist ? 'word.close' : 'word.delete')
  const isTyped = isSameWord(typed, word)
  return (
    <FormDialog
      danger
      wide
      onClose={onClose}
      title={t(isTherapist ? 'security:accountDeletion.close' : 'security:accountDeletion.delete')}
      submit={t(isTherapist ? 'closeNow' : 'deleteNow')}
      back={t('keep')}
      busy={deletion.isPending}
      dirty={Boolean(password || typed)}
      disabled={!isTyped || !preview.data || blocked.length > 0}
      problem={wrong ? null : errorText(deletion.error)}
      onSubmit={() => {
        if (password) deletion.mutate(password)
      }}
    >
      <Query of={preview} pending={<Skeleton height={160} />} failed={t('failed')} again={t('report.again')}>
        {(data) => (
          <>
            <DeletionFacts preview={data} isTherapist={isTherapist} />
            {blocked.length === 0 && (
              <ConfirmationFields
                word={word}
                typed={typed}
                onType={setTyped}
                password={password}
                wrong={wrong}
                onPassword={(value) => {
                  setPassword(value)
                  if (wrong) deletion.reset()
                }}
              />
            )}
          </>
        )}
      </Query>
    </FormDialog>
  )
}

type ConfirmationProps = {
  word: string
  typed: string
  onType: (typed: string) => void
  password: string
  wrong: boolean
  onPassword: (password: string) => void
}

/** The inputs for the word that confirms the deletion and for the password. */
function ConfirmationFields({ word, typed, onType, password, wrong, onPassword }: ConfirmationProps) {
  const { t } = useTranslation(['accountDeletion', 'security'])
  return (
    <>
      <TextInput
        label={t('word.label', { word })}
        description={`${t('final')} ${t('after')}`}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={typed}
        onChange={(event) => onType(event.currentTarget.value)}
      />
      <CurrentPasswordField
        label={t('security:password.current')}
        value={password}
        error={wrong && t('security:password.wrong')}
        onChange={(event) => onPassword(event.currentTarget.value)}
      />
    </>
  )
}

/** Returns whether the person typed the word, in any case and around spaces. */
const isSameWord = (typed: string, word: string) =>
  typed.trim().toLocaleUpperCase(currentLanguage()) === word.toLocaleUpperCase(currentLanguage())

/** Loads the preview of the deletion (erased data, kept data, obstacles) and deletes the account. */
function useAccountDeletion(me: Me) {
  const preview = useQuery(
    orpc.login.deletionPreview.queryOptions({ input: {}, staleTime: 0, refetchOnMount: 'always' }),
  )
  const deletion = useMutation({
    mutationFn: (password: string) => {
      // Stops the realtime client before the server closes the account's sockets. Otherwise this page
      // would react to the closed socket and open the sign-in dialog.
      realtimeClient.stop()
      return api.login.deleteAccount({ password })
    },
    onSuccess: async ({ report }) => {
      emitAuthEvent('SIGNED_OUT', null)
      await clearAccountData(me.id)
      clearLogin()
      location.replace(erasureReportAddress(report))
    },
    onError: (error) => {
      realtimeClient.start()
      if (errorCode(error) === 'BLOCKED') void preview.refetch()
    },
  })
  return { preview, deletion }
}

/** Lists the data that the deletion erases, the data that it keeps, and the obstacles that block it. */
function DeletionFacts({ preview, isTherapist }: { preview: DeletionPreview; isTherapist: boolean }) {
  const { t } = useTranslation('accountDeletion')
  const { language } = useLocale()
  const { retentionYears } = useProductSettings()
  const { erased, invoices, blockedBy } = preview
  const credits =
    preview.credits?.map(({ currency, amountMinor }) => moneyText(amountMinor, currency, language)).join(' + ') ?? ''
  const inRecord = preview.kept.filter((fact) => !isKeptByPractice(fact)).map((fact) => t(`facts.${fact}`))
  const also = preview.kept.filter((fact) => isKeptByPractice(fact)).map((fact) => t(`facts.${fact}`))
  if (invoices) {
    const facts = { count: invoices.count, day: dateText(invoices.until, language) }
    also.push(t(`invoices.${isTherapist ? 'therapist' : 'client'}`, facts))
  }
  return (
    <>
      {erased.includes('journal') && (
        <Callout title={t('export.title')}>
          <p className={classes.offer}>{t('export.text')}</p>
          <ExportJournalButtons />
        </Callout>
      )}
      <FactList title={t('erased')} facts={erased.map((fact) => t(`facts.${fact}`))} />
      {inRecord.length > 0 && (
        <FactList title={t(`keptIn.${isTherapist ? 'therapist' : 'client'}`)} facts={inRecord}>
          {t('retention', { count: retentionYears })}
        </FactList>
      )}
      <FactList title={t('keptByPractice')} facts={also} />
      {blockedBy.map((obstacle) => (
        <Callout key={obstacle} kind="warning" title={t('blocked')}>
          {t(`obstacles.${obstacle}`, { amounts: credits })}
        </Callout>
      ))}
    </>
  )
}

function FactList({ title, facts, children }: { title: string; facts: string[]; children?: ReactNode }) {
  return (
    <div>
      <Text fw={600} size="sm">
        {title}
      </Text>
      <ul className={classes.listed}>
        {facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      {children && (
        <Text size="sm" c="dimmed" mt={4}>
          {children}
        </Text>
      )}
    </div>
  )
}
