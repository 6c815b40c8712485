import { backupLimits } from '@attune/contract/features/practice/administration/administration.backups.rules'
import { Button, Group, Text, TextInput } from '@mantine/core'
import { ORPCError } from '@orpc/client'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../../platform/api/api.ts'
import { errorCode } from '../../../../../platform/api/errors.ts'
import { FormDialog } from '../../../../../ui/dialog/FormDialog.tsx'
import { toast } from '../../../../../ui/toast/toast.ts'
import { useRefreshBackups } from '../use-backups.ts'

type Props = { positions: readonly number[]; onBack: () => void; onClose: () => void; onDone: () => void }

/** Asks for the words at two positions of the printed sheet, and uses the key once they are right. */
export function ConfirmKeyDialog({ positions, onBack, onClose, onDone }: Props) {
  const { t } = useTranslation('backupSetup')
  const [typed, setTyped] = useState<readonly string[]>(positions.map(() => ''))
  const refresh = useRefreshBackups()
  const confirm = useMutation({
    mutationFn: () => api.administration.confirmBackupKey({ words: typed.map((word) => word.trim()) }),
    onSuccess: async () => {
      toast.success(t('words.done'))
      onDone()
      await refresh()
    },
  })
  const wrong = wrongPositions(confirm.error)
  const isReplaced = confirm.isError && errorCode(confirm.error) === 'NO_KEY_PROPOSED'
  const write = (at: number, word: string) => {
    setTyped(typed.map((each, index) => (index === at ? word : each)))
    confirm.reset()
  }
  return (
    <FormDialog
      dirty
      onClose={onClose}
      title={t('words.checkTitle')}
      submit={t('words.confirm')}
      back={t('cancel')}
      busy={confirm.isPending}
      problem={confirm.isError && wrong.length === 0 && t(isReplaced ? 'words.replaced' : 'notSaved')}
      onSubmit={() => confirm.mutate()}
    >
      <Text size="sm">{t('words.check')}</Text>
      {positions.map((position, at) => (
        <WordField
          key={position}
          position={position}
          isFirst={at === 0}
          value={typed[at] ?? ''}
          isWrong={wrong.includes(position)}
          onChange={(word) => write(at, word)}
        />
      ))}
      <Group>
        <Button variant="subtle" size="compact-sm" onClick={onBack}>
          {t('words.back')}
        </Button>
      </Group>
    </FormDialog>
  )
}

type WordProps = {
  position: number
  isFirst: boolean
  value: string
  isWrong: boolean
  onChange: (word: string) => void
}

function WordField({ position, isFirst, value, isWrong, onChange }: WordProps) {
  const { t } = useTranslation('backupSetup')
  return (
    <TextInput
      data-autofocus={isFirst || undefined}
      label={t('words.word', { position })}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      maxLength={backupLimits.word}
      value={value}
      error={isWrong && t('words.wrong', { position })}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** Returns the positions of the wrong words in a refusal; none for any other error. */
function wrongPositions(error: unknown): readonly number[] {
  if (!(error instanceof ORPCError) || error.code !== 'WRONG_WORDS') return []
  return (error.data as { positions: number[] }).positions
}
