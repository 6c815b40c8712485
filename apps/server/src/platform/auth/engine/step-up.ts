import { createAuthEndpoint, sessionMiddleware } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { symmetricDecrypt } from 'better-auth/crypto'
import { APIError } from '@better-auth/core/error'
import { z } from 'zod'
import { tooManyGuessesError } from './guards.ts'
import { isTotpCode } from '../factor/totp.ts'
import type { GuessLimits } from '../limit/guess-limits.ts'
import type { AuthQuery } from '../pool.ts'

/**
 * Returns a plugin of Better Auth that raises a login to assurance level 2 after a correct code of the authenticator app. The plugin
 * replaces the login with a new one. guards.ts sets the assurance level of the new login, as it does for every new login.
 */
export function stepUpPlugin(query: AuthQuery, guesses: GuessLimits) {
  return {
    id: 'step-up',
    endpoints: {
      stepUpTotp: createAuthEndpoint(
        '/step-up/totp',
        { method: 'POST', body: z.object({ code: z.string() }), use: [sessionMiddleware] },
        async (ctx) => {
          const { session, user } = ctx.context.session
          if (!(await guesses.countFactor(user.id))) throw tooManyGuessesError()
          const [factor] = await query<{ secret: string }>(
            'select secret from auth.two_factor where user_id = $1 and verified',
            [user.id],
          )
          if (!factor) throw new APIError('BAD_REQUEST', { code: 'TOTP_NOT_ENABLED', message: 'TOTP_NOT_ENABLED' })
          const secret = await symmetricDecrypt({ key: ctx.context.secretConfig, data: factor.secret })
          if (!isTotpCode(secret, ctx.body.code))
            throw new APIError('UNAUTHORIZED', { code: 'INVALID_CODE', message: 'INVALID_CODE' })
          const login = await ctx.context.internalAdapter.createSession(user.id, false)
          await setSessionCookie(ctx, { session: login, user })
          await ctx.context.internalAdapter.deleteSession(session.token)
          await guesses.clearFactor(user.id)
          return ctx.json({ status: true })
        },
      ),
    },
  }
}
