; Incorrect uses of data directives.
        fcb                             ; error E002: a value is expected here
        fcb     1,,2                    ; error E001: a value is expected here, not `,`
        fcb     1,                      ; error E002: a value is expected after this comma
        fcc     "abc                    ; error E004: the string has no closing quote
        fcs     5                       ; error E030: FCS must end with a string: it sets bit 7 of the last character
        rmb     -1                      ; error E030: -1 bytes cannot be reserved
        zmb     70000                   ; error E030: 70000 bytes cannot be reserved
        rmb                             ; error E002: a value is expected here
        fill    1                       ; error E002: 2 values separated by commas are expected
        fill    1,2,3                   ; error E003: at most 2 values are expected
        align   0                       ; error E030: an alignment must be 1 to 65536, not 0
        org     70000                   ; error E037: 70000 is not an address
        section text7                   ; error E030: unknown segment `text7`
        cmap    "A"                     ; error E030: CMAP takes pairs of a string and the code of its first character
