import type { BackupState } from '@attune/contract/features/practice/administration/administration.backups'
import {
  backupLimits,
  type DestinationProblem,
} from '@attune/contract/features/practice/administration/administration.backups.rules'
import { Radio, Stack, TextInput } from '@mantine/core'
import { ORPCError } from '@orpc/client'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../../platform/api/api.ts'
import { errorCode } from '../../../../../platform/api/errors.ts'
import { FormDialog } from '../../../../../ui/dialog/FormDialog.tsx'
import { toast } from '../../../../../ui/toast/toast.ts'
import { useRefreshBackups } from '../use-backups.ts'
import { BucketFields } from './BucketFields.tsx'
import { destinationOf, emptyDestination, wrongFields } from './destination-form.ts'
import { DestinationProblemText } from './DestinationProblemText.tsx'

/** Asks for a folder or a bucket, tests it and adds it. Nothing that is typed is stored on this device, because it can be a key. */
export function AddDestinationDialog({ state, onClose }: { state: BackupState; onClose: () => void }) {
  const { t } = useTranslation('backupSetup')
  const { typed, wrong, write, submit, add } = useNewDestination(onClose)
  const problem = problemIn(add.error)
  const isRefused = add.isError && problem === null
  return (
    <FormDialog
      wide
      onClose={onClose}
      title={t('destination.add')}
      submit={t('destination.submit')}
      back={t('cancel')}
      busy={add.isPending}
      dirty={typed !== emptyDestination}
      problem={isRefused && t(errorCode(add.error) === 'LIMIT_REACHED' ? 'destination.limit' : 'notSaved')}
      onSubmit={submit}
    >
      <Radio.Group
        label={t('destination.kind')}
        value={typed.kind}
        onChange={(kind) => write({ kind: kind as typeof typed.kind })}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="folder" label={t('destination.kinds.folder')} />
          <Radio value="s3" label={t('destination.kinds.s3')} />
        </Stack>
      </Radio.Group>
      {typed.kind === 'folder' ? (
        <FolderField
          value={typed.folder}
          allowed={state.allowedFolders}
          isWrong={wrong.includes('folder')}
          onChange={(folder) => write({ folder })}
        />
      ) : (
        <BucketFields typed={typed} wrong={wrong} onChange={write} />
      )}
      {problem && <DestinationProblemText problem={problem} kind={typed.kind} name={typed.folder.trim()} />}
    </FormDialog>
  )
}

/** Checks the typed destination and adds it. `wrong` contains the fields to mark as wrong; it is empty until the first attempt. */
function useNewDestination(onClose: () => void) {
  const { t } = useTranslation('backupSetup')
  const [typed, setTyped] = useState(emptyDestination)
  const [asked, setAsked] = useState(false)
  const refresh = useRefreshBackups()
  const add = useMutation({
    mutationFn: () => api.administration.addBackupDestination(destinationOf(typed)),
    onSuccess: async () => {
      toast.success(t('destination.added'))
      onClose()
      await refresh()
    },
  })
  const wrong = wrongFields(typed)
  const write = (part: Partial<typeof typed>) => {
    setTyped({ ...typed, ...part })
    add.reset()
  }
  const submit = () => {
    setAsked(true)
    if (wrong.length === 0) add.mutate()
  }
  return { typed, wrong: asked ? wrong : [], write, submit, add }
}

type FolderProps = { value: string; allowed: readonly string[]; isWrong: boolean; onChange: (folder: string) => void }

function FolderField({ value, allowed, isWrong, onChange }: FolderProps) {
  const { t } = useTranslation('backupSetup')
  const hint =
    allowed.length > 0 ? t('destination.folderHint', { folders: allowed.join(', ') }) : t('destination.folderNone')
  return (
    <TextInput
      data-autofocus
      label={t('destination.folder')}
      description={hint}
      autoComplete="off"
      maxLength={backupLimits.folder}
      value={value}
      error={isWrong && t('destination.folderMissing')}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** Returns the problem that the test has found; null for another error. */
function problemIn(error: unknown): DestinationProblem | null {
  if (!(error instanceof ORPCError) || error.code !== 'PROBLEM') return null
  return (error.data as { problem: DestinationProblem }).problem
}
