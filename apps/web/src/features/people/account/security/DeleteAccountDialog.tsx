import { Skeleton, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, orpc } from '../../../../platform/api/api.ts'
import { useErrorMessage } from '../../../../ui/base/use-error-message.ts'
import { errorCode } from '../../../../platform/api/errors.ts'
import { clearLogin, type Me } from '../../../../platform/login/login.ts'
import { emitAuthEvent } from '../../../../platform/backend/auth-events.ts'
import { useProductSettings } from '../../../../platform/settings/product-settings.ts'
import { realtimeClient } from '../../../../platform/realtime/realtime-client.ts'
import { clearAccountData } from '../../../../platform/draft/unsaved.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { FormDialog } from '../../../../ui/dialog/FormDialog.tsx'
import { FormError } from '../../../../ui/base/FormError.tsx'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { dateText } from '../../../../ui/page/date-text.ts'
import { CurrentPasswordField } from '../../login/login.tsx'
import classes from '../account.module.css'

type DeletionPreview = Awaited<ReturnType<typeof api.login.deletionPreview>>

/**
 * Deletes the account of a client, or closes the account of a therapist. Lists what is erased, what is kept and what
 * blocks the deletion, and asks for the password.
 */
export function DeleteAccountDialog({ me, onClose }: { me: Me; onClose: () => void }) {
  const { t } = useTranslation(['accountDeletion', 'security'])
  const errorText = useErrorMessage()
  const [password, setPassword] = useState('')
  const { preview, deletion } = useAccountDeletion(me)
  const isTherapist = me.role === 'therapist'
  const blocked = preview.data?.blockedBy ?? []
  const wrong = errorCode(deletion.error) === 'INVALID_CREDENTIALS'
  return (
    <FormDialog
      danger
      wide
      onClose={onClose}
      title={t(isTherapist ? 'security:accountDeletion.close' : 'security:accountDeletion.delete')}
      submit={t(isTherapist ? 'closeNow' : 'deleteNow')}
      back={t('keep')}
      busy={deletion.isPending}
      dirty={Boolean(password)}
      onSubmit={() => {
        if (password && preview.data && blocked.length === 0) deletion.mutate(password)
      }}
    >
      {preview.isPending && <Skeleton height={160} />}
      <FormError>{errorText(preview.error)}</FormError>
      {preview.data && (
        <>
          <DeletionFacts preview={preview.data} isTherapist={isTherapist} />
          {blocked.length === 0 && (
            <CurrentPasswordField
              label={t('security:password.current')}
              description={t('final')}
              value={password}
              error={wrong && t('security:password.wrong')}
              onChange={(event) => {
                setPassword(event.currentTarget.value)
                if (wrong) deletion.reset()
              }}
            />
          )}
        </>
      )}
      <FormError>{wrong ? null : errorText(deletion.error)}</FormError>
    </FormDialog>
  )
}

/** Loads the preview of the deletion (what it erases, what it keeps, what blocks it) and deletes the account. */
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
    onSuccess: async () => {
      emitAuthEvent('SIGNED_OUT', null)
      await clearAccountData(me.id)
      clearLogin()
      location.replace('/')
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
  const kept = preview.kept.map((fact) => t(`facts.${fact}`, { count: retentionYears }))
  if (invoices) {
    const facts = { count: invoices.count, day: dateText(invoices.until, language) }
    kept.push(t(`invoices.${isTherapist ? 'therapist' : 'client'}`, facts))
  }
  return (
    <>
      <FactList title={t('erased')} facts={erased.map((fact) => t(`facts.${fact}`))} />
      {kept.length > 0 && <FactList title={t('kept')} facts={kept} />}
      {blockedBy.map((obstacle) => (
        <Callout key={obstacle} kind="warning" title={t('blocked')}>
          {t(`obstacles.${obstacle}`)}
        </Callout>
      ))}
    </>
  )
}

function FactList({ title, facts }: { title: string; facts: string[] }) {
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
    </div>
  )
}
