import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../../platform/api/api.ts'
import { backend } from '../../../../platform/backend/backend.ts'
import { applyMe, useLogin } from '../../../../platform/login/login.ts'
import { toast } from '../../../../ui/toast/toast.ts'
import { loadAvatarPicture, avatarProblem, avatarUploadProblem, type AvatarProblem } from './avatar.ts'

/**
 * Chooses, checks and saves an avatar. The chosen picture is an object URL until it is saved or the dialog is closed: after a failed upload it
 * stays, so that the person can try again.
 */
export function useAvatar() {
  const { t } = useTranslation('account')
  const login = useLogin()
  const [chosen, setChosen] = useState<string | null>(null)
  const [problem, setProblem] = useState<AvatarProblem | null>(null)
  const close = () => {
    setProblem(null)
    if (chosen) URL.revokeObjectURL(chosen)
    setChosen(null)
  }
  /** Uploads the cropped picture; `null` removes the avatar. */
  const save = useMutation({
    onMutate: () => setProblem(null),
    mutationFn: async (picture: Blob | null) =>
      api.account.setAvatar({ path: picture && (await backend.storage.avatars.upload(picture)).path }),
    onSuccess: (after, picture) => {
      applyMe(after)
      close()
      toast.success(t(picture ? 'avatar.updated' : 'avatar.removed'))
    },
    onError: (error) => setProblem(avatarUploadProblem(error)),
  })
  const choose = async (file: File | null) => {
    if (!file) return
    const wrong = avatarProblem(file, Boolean(login))
    const opened = wrong ?? (await loadAvatarPicture(file))
    setProblem('url' in opened ? null : opened)
    if ('url' in opened) setChosen(opened.url)
  }
  return { chosen, problem, setProblem, choose, close, save }
}
