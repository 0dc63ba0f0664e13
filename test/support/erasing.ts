/** For `eraseOlderThan`: the founders of no retreat are kept, and no mail is a file. */
export const keepingNobody = { keptRetreats: [], alumnaeRetreats: [], removeMails: async () => {} };
