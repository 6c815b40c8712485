import { Button, Skeleton, Stack, Text } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../../platform/api/api.ts'
import { nativePort } from '../../../../../platform/native/port.ts'
import { Callout } from '../../../../../ui/base/Callout.tsx'
import { Dialog } from '../../../../../ui/dialog/Dialog.tsx'
import { DialogFoot } from '../../../../../ui/dialog/DialogFoot.tsx'
import { usePhone } from '../../../../../ui/page/use-phone.ts'
import classes from '../backups.module.css'
import { BackupKeySheet } from './BackupKeySheet.tsx'
import { ConfirmKeyDialog } from './ConfirmKeyDialog.tsx'

/** The words of a new key, which the server has returned once. */
export type ProposedWords = Awaited<ReturnType<typeof api.administration.proposeBackupKey>>

type Props = {
  /** The reason why the key is needed now. */
  note?: string
  onClose: () => void
  onConfirmed: () => void
}

/** Shows the words of a new key once, prints them, and then asks for two of them. Until both are correct, the previous key stays in use. */
export function BackupKeyDialog({ note, onClose, onConfirmed }: Props) {
  const [isChecking, setChecking] = useState(false)
  // The words come from a mutation, because other pages can read the query cache.
  const propose = useMutation({ mutationFn: () => api.administration.proposeBackupKey({}), gcTime: 0 })
  const { mutate } = propose
  useEffect(() => mutate(), [mutate])
  const key = propose.data
  if (key && isChecking)
    return (
      <ConfirmKeyDialog
        positions={key.positions}
        onBack={() => setChecking(false)}
        onClose={onClose}
        onDone={onConfirmed}
      />
    )
  return (
    <WordsDialog
      note={note}
      words={key}
      isFailed={propose.isError}
      onClose={onClose}
      onNext={() => setChecking(true)}
    />
  )
}

type WordsProps = {
  note: string | undefined
  words: ProposedWords | undefined
  isFailed: boolean
  onClose: () => void
  onNext: () => void
}

function WordsDialog({ note, words: key, isFailed, onClose, onNext }: WordsProps) {
  const { t } = useTranslation('backupSetup')
  const isPhone = usePhone()
  return (
    <Dialog
      onClose={onClose}
      title={t('words.title')}
      size={560}
      fullScreen={isPhone}
      closeOnClickOutside={false}
      closeOnEscape={!key}
    >
      <Stack gap="md">
        {note && <Callout>{note}</Callout>}
        <Text size="sm">{t('words.text')}</Text>
        {isFailed && (
          <Callout kind="danger" urgent>
            {t('words.failed')}
          </Callout>
        )}
        {!key && !isFailed && <Skeleton height={220} radius={10} />}
        {key && <KeyWords words={key.words} />}
        {key && <Callout kind="warning">{t('words.without')}</Callout>}
        <DialogFoot>
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          {key && nativePort() === null && (
            <Button
              variant="default"
              leftSection={<IconPrinter size={18} aria-hidden />}
              onClick={() => window.print()}
            >
              {t('words.print')}
            </Button>
          )}
          {key && <Button onClick={onNext}>{t('words.next')}</Button>}
        </DialogFoot>
        {key && <BackupKeySheet words={key.words} fingerprint={key.fingerprint} />}
      </Stack>
    </Dialog>
  )
}

/** The words of the key with their numbers. */
export function KeyWords({ words }: { words: readonly string[] }) {
  return (
    <ol className={classes.words}>
      {words.map((word, index) => (
        // The index is the key, because a word can occur twice and the order never changes.
        <li key={index}>
          <span>{index + 1}</span>
          {word}
        </li>
      ))}
    </ol>
  )
}
