import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { createId } from '../../../../platform/api/api.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { voiceFileName, type ReleasedFile } from '../../../care/file/file.ts'
import type { VoiceDraft } from './use-voice-recorder.ts'

const noVoice: VoiceDraft & { isOpen: boolean } = { isOpen: false, isRecording: false, recording: null }

/** The voice message of the unsent message, and whether the recording panel is open. */
export function useVoiceDraft() {
  const { t } = useTranslation('file')
  const locale = useLocale()
  const [voice, setVoice] = useState(noVoice)
  return {
    ...voice,
    /** Opens the panel and starts recording. */
    record: () => setVoice({ isOpen: true, isRecording: true, recording: null }),
    /** Stores the current state of the panel's voice message. Null discards the voice message and closes the panel. */
    change: (next: VoiceDraft | null) => setVoice(next ? { isOpen: true, ...next } : noVoice),
    /** The recording as an attachment; empty without a recording. */
    files: (): ReleasedFile[] => {
      if (!voice.recording) return []
      const { blob, seconds } = voice.recording
      const name = voiceFileName(t('voice.message'), blob, locale)
      return [{ id: createId(), name, kind: 'audio', size: blob.size, seconds, problem: null, blob }]
    },
  }
}
