import type { FileKind } from '@attune/contract/features/care/file/file'
import { fileLimits, filesPerResource } from '@attune/contract/features/care/file/file.rules'
import { Button, FileButton } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState, type DragEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../../../platform/settings/language.ts'
import { toast } from '../../../../ui/toast/toast.ts'
import { CameraButton } from './CameraButton.tsx'
import classes from '../file.module.css'
import { acceptedExtensions } from '../file-kinds.ts'
import { fileProblemText } from '../file-problem-text.ts'
import { formatFileSize } from '../format-file.ts'
import type { Uploads } from '../upload/uploads.ts'

type Props = {
  uploads: Uploads
  children?: React.ReactNode
  /** Shows the limits only when they matter: near the maximum number of files, or after a file was rejected. */
  quiet?: boolean
}

/** The limits are shown when at most this number of files can still be added. */
const nearLimit = 1

/** Adds files by a button, by drag and drop, and by pasting anywhere on the page. Renders `children` beside the button. */
export function FilePicker({ uploads, children, quiet = false }: Props) {
  const { t } = useTranslation('file')
  const [rejected, setRejected] = useState(false)
  const add = async (files: readonly File[]) => setRejected((await addFiles(uploads, files, t)) > 0)
  const { items } = uploads
  const limitsMatter =
    rejected || items.length >= filesPerResource - nearLimit || items.some(({ state }) => state === 'refused')
  const isFull = items.length >= filesPerResource
  return (
    <DropArea quiet={quiet} onFiles={(files) => void add(files)}>
      <div className={classes.pickerRow}>
        <FileButton multiple accept={acceptedExtensions} onChange={(files) => void add(files)}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              leftSection={<IconPaperclip size={18} stroke={1.6} aria-hidden />}
              disabled={isFull}
            >
              {t('add')}
            </Button>
          )}
        </FileButton>
        {import.meta.env.MODE === 'native' && <CameraButton onPhoto={(photo) => void add([photo])} disabled={isFull} />}
        {children}
        {!quiet && <span className={classes.dim}>{t('drop')}</span>}
      </div>
      {(!quiet || limitsMatter) && <LimitsHint />}
    </DropArea>
  )
}

type DropAreaProps = { quiet?: boolean; onFiles: (files: File[]) => void; children: React.ReactNode }

/** Calls `onFiles` for files that are dropped on the children or pasted anywhere on the page. */
export function DropArea({ quiet, onFiles, children }: DropAreaProps) {
  const [over, setOver] = useState(false)
  usePastedFiles(onFiles)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    onFiles([...event.dataTransfer.files])
  }
  return (
    <div
      className={classes.picker}
      data-over={over || undefined}
      data-quiet={quiet || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {children}
    </div>
  )
}

/** Calls `onFiles` for files that are pasted anywhere on the page. */
function usePastedFiles(onFiles: (files: File[]) => void) {
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const files = [...(event.clipboardData?.files ?? [])]
    if (event.defaultPrevented || !files.length) return
    event.preventDefault()
    onFiles(files)
  })
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => paste(event)
    addEventListener('paste', onPaste)
    return () => removeEventListener('paste', onPaste)
  }, [])
}

/** Shows how many files can be added, and the maximum size of a file of each kind. */
function LimitsHint() {
  const { t } = useTranslation('file')
  const max = (kind: FileKind) => formatFileSize(fileLimits[kind], currentLanguage())
  return (
    <p className={classes.hint}>
      {t('hint', {
        count: filesPerResource,
        image: max('image'),
        pdf: max('pdf'),
        audio: max('audio'),
        video: max('video'),
      })}
    </p>
  )
}

/** Adds the chosen files and shows a toast with the reason for each rejected one. Returns the number of rejected files. */
export async function addFiles(
  uploads: Uploads,
  files: readonly File[],
  t: Parameters<typeof fileProblemText>[2],
): Promise<number> {
  const rejected = await uploads.add(files.map((file) => ({ file })))
  for (const { name, kind, problem } of rejected) {
    toast({
      variant: 'destructive',
      title: name,
      description: t('rejected', { name, problem: fileProblemText(problem, kind, t) }),
    })
  }
  return rejected.length
}
