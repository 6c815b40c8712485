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
import { acceptedExtensions, acceptedScans, isImageOrPdf } from '../file-kinds.ts'
import { fileProblemText } from '../file-problem-text.ts'
import { formatFileSize } from '../format-file.ts'
import type { Uploads } from '../upload/uploads.ts'

type Props = {
  uploads: Uploads
  children?: React.ReactNode
  /** Shows the limits only when they matter: near the maximum number of files, or after a file was rejected. */
  quiet?: boolean
  /** Accepts one image or PDF instead of several files of any kind. */
  isScan?: boolean
}

/** The number of files that can still be added when the limits begin to matter. */
const nearLimit = 1

/** Adds files by a button, by drag and drop, and by pasting anywhere on the page. Renders `children` beside the button. */
export function FilePicker({ uploads, children, quiet = false, isScan = false }: Props) {
  const { t } = useTranslation('file')
  const [over, setOver] = useState(false)
  const [rejected, setRejected] = useState(false)
  const { items } = uploads
  const most = isScan ? 1 : filesPerResource
  const add = async (files: readonly File[]) => {
    if (isScan && (items.length + files.length > most || !files.every(isImageOrPdf)))
      return void toast({ variant: 'destructive', title: t('scan.only') })
    setRejected((await addFiles(uploads, files, t)) > 0)
  }
  const isFull = items.length >= most
  const limitsMatter =
    rejected || items.length >= filesPerResource - nearLimit || items.some(({ state }) => state === 'refused')
  usePastedFiles((files) => void add(files))
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void add([...event.dataTransfer.files])
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
      <div className={classes.pickerRow}>
        <FileButton multiple accept={isScan ? acceptedScans : acceptedExtensions} onChange={(files) => void add(files)}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              leftSection={<IconPaperclip size={18} stroke={1.6} aria-hidden />}
              disabled={isFull}
            >
              {t(isScan ? 'scan.add' : 'add')}
            </Button>
          )}
        </FileButton>
        {import.meta.env.MODE === 'native' && <CameraButton onPhoto={(photo) => void add([photo])} disabled={isFull} />}
        {children}
        {!quiet && <span className={classes.dim}>{t(isScan ? 'scan.drop' : 'drop')}</span>}
      </div>
      {(!quiet || limitsMatter) && <LimitsHint isScan={isScan} />}
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
function LimitsHint({ isScan }: { isScan: boolean }) {
  const { t } = useTranslation('file')
  const max = (kind: FileKind) => formatFileSize(fileLimits[kind], currentLanguage())
  return (
    <p className={classes.hint}>
      {t(isScan ? 'scan.hint' : 'hint', {
        count: filesPerResource,
        image: max('image'),
        pdf: max('pdf'),
        audio: max('audio'),
        video: max('video'),
      })}
    </p>
  )
}

/** Adds the chosen files and shows a toast with the reason for each rejected one. Returns how many were rejected. */
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
