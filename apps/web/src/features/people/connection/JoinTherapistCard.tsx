import { isInviteCode, normalizeInviteCode } from '@attune/contract/common/invite-code'
import { textLengths } from '@attune/contract/common/text/lengths'
import { ORPCError } from '@orpc/client'
import { Box, Button, Group, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../platform/api/api.ts'
import { deleteInviteCode, savedInviteCode } from '../../../platform/login/invite-code.ts'
import { errorCode } from '../../../platform/api/errors.ts'
import { Section } from '../../../ui/page/Section.tsx'
import { JoiningConsent, useJoiningConsent } from '../../practice/legal-text/legal-text.ts'
import { toast } from '../../../ui/toast/toast.ts'

/** Connects the client with a therapist by an invite code of 8 characters. */
export function JoinTherapistCard({ first = false }: { first?: boolean }) {
  const { t } = useTranslation('connection')
  const { code, change, problem, join, submit, consent } = useJoin()
  return (
    <Section tint={first ? 'now' : undefined} title={t('join.title')} hint={t('join.text')}>
      <form onSubmit={submit} noValidate>
        <Group align="flex-start" gap="xs" wrap="nowrap">
          <TextInput
            label={t('join.code')}
            value={code}
            error={problem}
            maxLength={textLengths.inviteCode}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            flex="0 1 200px"
            miw={0}
            styles={{ input: { letterSpacing: '0.08em', fontWeight: 600, textTransform: 'uppercase' } }}
            onChange={(event) => change(event.currentTarget.value)}
          />
          <Button type="submit" loading={join.isPending} mt={25} flex="none">
            {t('join.submit')}
          </Button>
        </Group>
        {code !== '' && (
          <Box mt="md">
            <JoiningConsent consent={consent} />
          </Box>
        )}
        <Text size="xs" c="dimmed" mt={8}>
          {t('join.noCode')}
        </Text>
      </form>
    </Section>
  )
}

/**
 * Stores the typed code and its error, and connects client and therapist. If the client opened an invite link, the
 * initial code comes from the link.
 */
function useJoin() {
  const { t } = useTranslation('connection')
  const cache = useQueryClient()
  const [code, setCode] = useState(savedInviteCode)
  const [problem, setProblem] = useState<string | null>(null)
  const consent = useJoiningConsent(code === '' ? null : 'client')
  const join = useMutation({
    mutationFn: () => api.connection.join({ code: normalizeInviteCode(code), ...consent.input }),
    onSuccess: (therapist) => {
      toast({ variant: 'success', title: t('join.joined', { name: therapist.name }) })
      setCode('')
      deleteInviteCode()
      return cache.invalidateQueries()
    },
    onError: (error) => {
      if (consent.isRefusal(error)) return consent.onError(error)
      const kind = errorCode(error)
      const seconds =
        error instanceof ORPCError
          ? (error.data as { retryAfterSeconds?: number } | undefined)?.retryAfterSeconds
          : undefined
      if (kind === 'TOO_MANY') setProblem(t('join.tooMany', { count: Math.max(1, Math.ceil((seconds ?? 60) / 60)) }))
      else setProblem(t(kind === 'INVALID_INVITE_CODE' ? 'join.wrong' : 'join.failed'))
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isInviteCode(code)) return setProblem(t('join.length'))
    setProblem(null)
    if (!join.isPending && consent.check()) join.mutate()
  }
  const change = (typed: string) => {
    setCode(typed)
    setProblem(null)
  }
  return { code, change, problem, join, submit, consent }
}
