import {
  backupLimits,
  isSecondBackupKey,
} from '@attune/contract/features/practice/administration/administration.backups.rules'
import { Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../../platform/api/api.ts'
import { errorCode } from '../../../../../platform/api/errors.ts'
import { FormDialog } from '../../../../../ui/dialog/FormDialog.tsx'
import { useRefreshBackups } from '../use-backups.ts'

/** Asks for the public key of a second person, or removes it. */
export function SecondKeyDialog({ second, onClose }: { second: string | null; onClose: () => void }) {
  const { t } = useTranslation('backupSetup')
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState(false)
  const refresh = useRefreshBackups()
  const save = useMutation({
    mutationFn: (recipient: string | null) => api.administration.setSecondBackupKey({ recipient }),
    onSuccess: async () => {
      onClose()
      await refresh()
    },
  })
  const isRemoval = second !== null
  const isRefused = save.isError && errorCode(save.error) === 'NOT_A_RECIPIENT'
  const isWrong = (asked && !isSecondBackupKey(typed.trim())) || isRefused
  const submit = () => {
    setAsked(true)
    if (isRemoval) save.mutate(null)
    else if (isSecondBackupKey(typed.trim())) save.mutate(typed.trim())
  }
  return (
    <FormDialog
      danger={isRemoval}
      dirty={typed !== ''}
      onClose={onClose}
      title={t(isRemoval ? 'key.removeSecond' : 'key.addSecond')}
      submit={t(isRemoval ? 'key.removeSecond' : 'key.addSecond')}
      back={t('cancel')}
      busy={save.isPending}
      problem={save.isError && !isRefused && t('notSaved')}
      onSubmit={submit}
    >
      {isRemoval ? (
        <Text size="sm">{t('key.removeSecondText')}</Text>
      ) : (
        <RecipientField
          value={typed}
          isWrong={isWrong}
          onChange={(text) => {
            setTyped(text)
            save.reset()
          }}
        />
      )}
    </FormDialog>
  )
}

type RecipientProps = { value: string; isWrong: boolean; onChange: (text: string) => void }

function RecipientField({ value, isWrong, onChange }: RecipientProps) {
  const { t } = useTranslation('backupSetup')
  return (
    <TextInput
      data-autofocus
      label={t('key.recipient')}
      description={t('key.recipientHint')}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      maxLength={backupLimits.recipient}
      value={value}
      error={isWrong && t('key.recipientWrong')}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
