-- Stores the SHA-256 of each session's token instead of the token, so that the table opens no session. A program (a
-- sign-in by the device grant) has a token of 43 characters, a browser one of 32. The prefix separates the two kinds.
-- Sessions continue: browsers and programs keep their tokens.
alter table identity_sessions rename column token to token_hash;
alter table identity_sessions rename constraint identity_sessions_token_key to identity_sessions_token_hash_key;

update identity_sessions set token_hash = encode(sha256(convert_to(
  case when length(token_hash) = 43 then 'program:' else '' end || token_hash, 'UTF8')), 'hex');
