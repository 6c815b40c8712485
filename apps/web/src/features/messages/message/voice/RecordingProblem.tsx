import { Button, FileButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { addFiles, type RecorderProblem, type Uploads } from '../../../care/file/file.ts'
import classes from './voice.module.css'

type Props = { problem: RecorderProblem; uploads: Uploads; onAgain: () => void; onClose: () => void }

/** Explains why nothing can be recorded [8.05]. The person can try again or choose an audio file instead. */
export function RecordingProblem({ problem, uploads, onAgain, onClose }: Props) {
  const { t } = useTranslation('voiceMessage')
  const { t: fileText } = useTranslation('file')
  const add = (file: File | null) => {
    if (!file) return
    onClose()
    void addFiles(uploads, [file], fileText)
  }
  return (
    <>
      <Callout kind="danger" urgent>
        {fileText(`voice.problem.${problem}`)}
      </Callout>
      <div className={classes.row}>
        {problem !== 'unsupported' && (
          <Button data-first onClick={onAgain}>
            {t('again')}
          </Button>
        )}
        <FileButton accept="audio/*" onChange={add}>
          {(props) => (
            <Button {...props} variant="default">
              {t('chooseFile')}
            </Button>
          )}
        </FileButton>
        <Button variant="subtle" color="gray" onClick={onClose}>
          {t('close')}
        </Button>
      </div>
    </>
  )
}
