import { Button, FileButton, Group } from '@mantine/core'
import { IconPhoto, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../platform/lazy-named.ts'
import { api } from '../../platform/api.ts'
import { backend } from '../../platform/backend/backend.ts'
import { applyMe, useLogin, type Me } from '../../platform/login.ts'
import { FormError } from '../../ui/FormError.tsx'
import { PersonAvatar } from '../../ui/PersonAvatar.tsx'
import { Section } from '../../ui/Section.tsx'
import { toast } from '../../ui/toast.ts'
import { loadAvatarPicture, avatarProblem, avatarUploadProblem, type AvatarProblem } from './avatar.ts'
import classes from './account.module.css'

const CropDialog = lazyNamed(() => import('./CropDialog.tsx'), 'CropDialog')

/** The avatar of the signed-in person: choose a file, crop it to a square and save it. */
export function AvatarField({ me }: { me: Me }) {
  const { t } = useTranslation('account')
  const login = useLogin()
  const [chosen, setChosen] = useState<string | null>(null)
  const [problem, setProblem] = useState<AvatarProblem | null>(null)
  const setAvatar = useMutation({
    mutationFn: async (picture: Blob | null) =>
      api.account.setAvatar({ path: picture && (await backend.storage.avatars.upload(picture)).path }),
    onSuccess: (after, picture) => {
      applyMe(after)
      close()
      toast.success(t(picture ? 'avatar.updated' : 'avatar.removed'))
    },
    onError: (error) => {
      close()
      setProblem(avatarUploadProblem(error))
    },
  })
  const close = () => {
    if (chosen) URL.revokeObjectURL(chosen)
    setChosen(null)
  }
  const choose = async (file: File | null) => {
    if (!file) return
    const wrong = avatarProblem(file, Boolean(login))
    const opened = wrong ?? (await loadAvatarPicture(file))
    setProblem('url' in opened ? null : opened)
    if ('url' in opened) setChosen(opened.url)
  }
  const words =
    problem &&
    (problem.words === 'failed'
      ? t('avatar.failed', { reason: t(`avatar.reasons.${problem.reason ?? 'unknown'}`) })
      : t(`avatar.${problem.words}`))
  return (
    <Section title={t('avatar.title')} hint={t('avatar.hint')}>
      <div className={classes.picture}>
        <PersonAvatar name={me.displayName} url={me.avatarUrl} size={80} />
        <Group gap="xs">
          <FileButton accept="image/*" onChange={(file) => void choose(file)}>
            {(props) => (
              <Button
                {...props}
                variant="default"
                leftSection={<IconPhoto size={18} stroke={1.6} aria-hidden />}
                loading={setAvatar.isPending}
              >
                {t(me.avatarUrl ? 'avatar.other' : 'avatar.choose')}
              </Button>
            )}
          </FileButton>
          {me.avatarUrl && (
            <Button
              variant="subtle"
              color="gray"
              leftSection={<IconTrash size={18} stroke={1.6} aria-hidden />}
              disabled={setAvatar.isPending}
              onClick={() => setAvatar.mutate(null)}
            >
              {t('avatar.remove')}
            </Button>
          )}
        </Group>
      </div>
      <FormError>{words}</FormError>
      {chosen && (
        <Suspense>
          <CropDialog
            url={chosen}
            busy={setAvatar.isPending}
            onCut={(picture) => setAvatar.mutate(picture)}
            onFailed={() => setProblem({ words: 'refusedType' })}
            onClose={close}
          />
        </Suspense>
      )}
    </Section>
  )
}
