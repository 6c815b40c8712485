import { fileLimits } from '@attune/contract/features/care/file/file.rules'
import { Button, FileButton } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../../../platform/settings/language.ts'
import { toast } from '../../../../ui/toast/toast.ts'
import classes from '../file.module.css'
import { fileKindOf } from '../file-kinds.ts'
import { formatFileSize } from '../format-file.ts'
import type { Uploads } from '../upload/uploads.ts'
import { CameraButton } from './CameraButton.tsx'
import { addFiles, DropArea } from './FilePicker.tsx'

const accepted = 'image/*,application/pdf'
const isScan = (file: File) => ['image', 'pdf'].includes(fileKindOf(file) ?? '')

/** Adds one image or PDF, such as the scan of a signed page. Other kinds, several files at once and a second file are rejected with a toast. */
export function ScanPicker({ uploads }: { uploads: Uploads }) {
  const { t } = useTranslation('file')
  const isFull = uploads.items.length > 0
  const add = (files: readonly File[]) => {
    if (isFull || files.length > 1 || !files.every(isScan)) toast({ variant: 'destructive', title: t('scan.only') })
    else void addFiles(uploads, files, t)
  }
  const size = (kind: 'image' | 'pdf') => formatFileSize(fileLimits[kind], currentLanguage())
  return (
    <DropArea onFiles={add}>
      <div className={classes.pickerRow}>
        <FileButton accept={accepted} onChange={(file) => file && add([file])}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              leftSection={<IconPaperclip size={18} stroke={1.6} aria-hidden />}
              disabled={isFull}
            >
              {t('scan.add')}
            </Button>
          )}
        </FileButton>
        {import.meta.env.MODE === 'native' && <CameraButton onPhoto={(photo) => add([photo])} disabled={isFull} />}
        <span className={classes.dim}>{t('scan.drop')}</span>
      </div>
      <p className={classes.hint}>{t('scan.hint', { image: size('image'), pdf: size('pdf') })}</p>
    </DropArea>
  )
}
