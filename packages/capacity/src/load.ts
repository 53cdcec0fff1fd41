/** Load of a resource: the tasks that use it now, and those that wait for it. */
export interface Load {
  active: number
  waiting: number
}
