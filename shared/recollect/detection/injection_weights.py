"""What signs of prompt injections weigh, as `tests.security.learn_injections` wrote it.

A line is a sign or a pair of signs, and how far it speaks for an injection, in thousandths.
"""

from typing import Final

WEIGHTS: Final = """
bias -4195
model 1880
model_weak 987
reads 2818
whoever 404
note_to 506
you 568
your 205
answer 1081
own_answer 1485
answering 1930
asked 1632
say 377
hide 1839
override 561
prior 1617
prompt_noun 253
prior_weak -594
rank 1302
this_text 1943
trust 1143
memory 910
tool 549
send -429
address -436
conversation 374
secret 603
role 2101
authority 507
approved 27
grant 293
threat 351
recommend 508
user 680
always 1204
must -34
not 255
please 640
instead 676
encoded 2324
self 1414
report -733
software -1939
ops -843
mention -1517
first_person -909
sorry -859
condition -488
will_do -1309
mark 2782
call 1842
header 2112
version -647
code -577
image 1360
link 454
quoted -464
question -310
opens 549
then 377
disguised 2666
model model_weak -133
model reads 937
model note_to 37
model you 1203
model answer -342
model answering -451
model say 56
model hide 898
model prior -1009
model prior_weak -308
model rank -272
model this_text 390
model trust 905
model memory -1135
model send 129
model address 1701
model conversation -456
model role 97
model user -877
model always 329
model must 1647
model not 99
model please 1334
model human 87
model report -494
model software -568
model ops 233
model mention 1213
model header 688
model version 306
model quoted 1691
model then 128
model_weak note_to 237
model_weak you 1131
model_weak answer -240
model_weak asked -83
model_weak say 638
model_weak hide 305
model_weak prior_weak -55
model_weak trust 1259
model_weak tool -525
model_weak authority -1143
model_weak approved 60
model_weak grant -336
model_weak threat 43
model_weak user -756
model_weak always 40
model_weak must -131
model_weak please 12
model_weak report -356
model_weak software 1269
model_weak ops -71
model_weak mark 269
model_weak version -89
model_weak link -45
model_weak quoted 752
model_weak then -154
reads tool 227
reads always 898
reads first_person 78
reads condition 294
whoever not 1330
note_to hide 472
note_to trust 90
note_to address 482
note_to always -630
note_to not 135
note_to code 270
note_to link 873
you your -2088
you answer 511
you own_answer 1006
you answering 443
you asked 1235
you say -175
you hide 459
you prior 1200
you prior_weak 670
you this_text 461
you send -426
you address -775
you secret 544
you role -512
you authority 44
you approved 1079
you grant 169
you threat 759
you recommend 146
you user 217
you always -313
you not 384
you please -82
you instead -1051
you self 349
you human -761
you report 117
you software 795
you first_person 128
you condition 81
you will_do -255
you version -56
you code -114
you link -522
you opens 228
your answer 1143
your own_answer 761
your answering -472
your asked -279
your say -628
your prior 1729
your prior_weak -330
your trust -180
your memory 1552
your conversation 61
your role -339
your authority 737
your grant 36
your recommend 129
your user 795
your not -640
your instead 371
your report 1023
your software -530
your mention -399
your condition 1076
your will_do -206
your version 130
your link 3
your opens 61
your then 298
answer own_answer -59
answer asked 621
answer say -406
answer prior -37
answer prior_weak -301
answer this_text 248
answer tool -10
answer send -204
answer address -6
answer secret 309
answer threat 188
answer recommend 905
answer user -129
answer always 512
answer must 386
answer not 1298
answer please -818
answer instead 300
answer human 160
answer report 194
answer software -143
answer ops -551
answer first_person -627
answer condition 5
answer code -973
answer quoted 594
answer then 117
own_answer say 1054
own_answer recommend -658
own_answer always -98
own_answer must 1119
own_answer not 715
own_answer ops 107
answering asked 111
answering say 302
answering prior_weak 324
answering tool 1113
answering conversation -57
answering approved 428
answering user -947
answering always 908
answering not -181
answering report 10
answering first_person -158
answering condition 582
answering then 156
asked say 103
asked prompt_noun -392
asked prior_weak -81
asked approved -1014
asked grant 62
asked recommend 884
asked must -162
asked not 320
asked condition -226
asked opens 700
asked then 998
say hide -168
say prior 390
say prompt_noun 177
say prior_weak -4
say this_text 1095
say tool -235
say address 176
say role 573
say authority 158
say recommend -599
say always -618
say must 190
say not 415
say please 390
say encoded -8
say report 887
say software 220
say ops 44
say first_person -109
say condition -82
say mark 371
say call 71
say version 79
say code -460
say then 619
hide rank 232
hide this_text 171
hide memory -16
hide secret -1095
hide user 445
hide must -118
hide not -417
hide human -135
hide ops -1070
hide first_person 768
hide condition -124
override prior 1050
override prompt_noun 347
override prior_weak 782
override address -303
override secret -243
override authority 434
override grant 826
override user 874
override must -316
override not -574
override human 655
override mention -512
override first_person 942
override quoted -810
override opens 1161
override disguised 354
prior prior_weak 480
prior this_text 198
prior secret 308
prior authority 124
prior not 907
prior instead 95
prior ops -94
prior mention -6
prior will_do -217
prior quoted -780
prior opens 1345
prompt_noun rank 27
prompt_noun trust -977
prompt_noun user 518
prompt_noun always 290
prompt_noun must -674
prompt_noun instead 909
prompt_noun report -724
prompt_noun ops -988
prompt_noun mention -11
prompt_noun condition -429
prompt_noun quoted -1113
prompt_noun then 931
prompt_noun disguised 354
prior_weak rank 1075
prior_weak trust 330
prior_weak tool -290
prior_weak approved 221
prior_weak grant 29
prior_weak not -157
prior_weak instead 518
prior_weak encoded -167
prior_weak report -244
prior_weak ops -262
prior_weak first_person -275
prior_weak will_do -205
prior_weak image 637
prior_weak opens -209
prior_weak then -47
rank this_text 993
rank trust 372
rank memory 219
rank send -667
rank address -51
rank conversation -220
rank recommend -26
rank user -1215
rank must 38
rank not 208
rank please 968
rank instead -107
rank human -1235
rank report -516
rank ops 849
rank first_person 935
rank condition -1153
rank will_do 280
rank quoted -26
rank question -47
rank opens -562
this_text trust 113
this_text memory 9
this_text approved -86
this_text user -305
this_text always -119
this_text not 357
this_text version 735
this_text quoted -54
trust send 378
trust approved -3
trust user 486
trust must -83
trust not -2
trust self 27
trust then -344
memory secret 52
memory role 109
memory approved 2665
memory user -172
memory always 363
memory not 507
memory first_person 260
memory condition -191
memory will_do 417
memory opens 910
memory then -13
tool address 483
tool secret 299
tool approved 803
tool grant 500
tool user 520
tool always -291
tool not 470
tool software -330
tool condition 867
tool code -51
tool then -140
send address 139
send conversation 1418
send authority 48
send grant -778
send recommend -320
send always -638
send must -353
send please 753
send self 9
send human 712
send report -419
send call 120
send link 1296
send then -425
address conversation 808
address grant -374
address always -348
address must -178
address not -500
address first_person -614
address condition 49
address image 232
conversation authority 2
conversation approved 1483
conversation grant 516
conversation must -493
conversation not -369
conversation condition 384
conversation link 1096
conversation opens 67
secret role 1193
secret approved 233
secret grant -105
secret always -216
secret must -1204
secret not -226
secret self 80
secret ops 1466
secret condition -127
secret link 519
role grant 279
role user -161
role always 155
role not 1199
role human 435
role software -631
role condition -367
authority grant -27
authority threat 467
authority must 12
authority human 35
authority report -433
authority ops -480
authority will_do 1487
authority mark 460
authority quoted 475
authority then -340
approved grant 311
approved user 656
approved not 699
approved report 348
approved ops -115
approved condition 749
grant always 6
grant report -203
grant software -448
grant ops -57
grant condition 724
grant version 286
grant quoted -283
grant opens -3
threat user 1060
threat must 1593
threat condition -255
threat opens -228
threat then 43
recommend user 25
recommend not -60
recommend instead 721
recommend human 288
recommend report -21
recommend condition 126
recommend opens -191
recommend then 1132
user always 72
user human -760
user report 274
user ops 50
user condition -803
user header 209
user code 96
user link 146
user opens 562
user disguised 597
always must -261
always not -1064
always report 1019
always software -495
always first_person -353
always condition -1208
always will_do 122
must please 774
must instead 878
must encoded -228
must human -538
must report -6
must software 246
must ops 1324
must first_person -98
must condition -1018
must code -423
must link -498
must opens -772
not please 2
not human -977
not software -185
not ops 357
not first_person 354
not condition -1144
not code -968
not link -7
not quoted 62
not opens 554
not then -176
please human 26
please report -909
please opens -1363
instead report -271
instead first_person -382
encoded condition 476
encoded code 1258
human ops -165
human mention 66
human first_person -820
human condition 117
human will_do 275
human version 912
human quoted 715
human opens 374
human then -548
report software -286
report ops 1032
report first_person -1201
report condition 874
report will_do -354
report code 17
report quoted 202
report opens 676
software first_person -344
software condition 37
software quoted -337
ops code -127
ops opens -547
mention version 187
mention quoted -9
mention opens -130
mention then 25
first_person code -47
first_person link -386
first_person quoted -328
first_person question 247
first_person opens 269
condition link 467
condition quoted 175
condition opens -540
condition then -56
will_do quoted 129
call code 714
call quoted 714
call opens 714
header code 1417
version then 738
code image 232
code opens 647
code then -931
image link 70
image opens 714
link opens 1080
quoted opens 645
opens then -1055
"""
