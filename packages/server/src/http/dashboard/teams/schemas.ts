import { Type } from 'typebox'
import { MEMBER_ROLES } from '../../../identity/teams/permissions.ts'

/** Role of a member. */
export const Role = Type.Enum([...MEMBER_ROLES])
