CREATE OR REPLACE FUNCTION order_service.rfc3339(moment timestamptz) RETURNS text
LANGUAGE sql STABLE
RETURN to_char(moment AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
